#include "broker/entry_desk.h"

#include <utility>

namespace carpool {

void EntryDesk::expect_book(std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  const std::lock_guard lock(mutex_);
  if (!end_of_patience_ || end < *end_of_patience_) end_of_patience_ = end;
}

void EntryDesk::begin(const EntryBook::Key& method) {
  const std::lock_guard lock(mutex_);
  begun_.insert(method);
}

void EntryDesk::know(std::unique_ptr<const EntryBook> book, bool has_others) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(is_known_, true)) return;
  book_ = std::move(book);
  has_others_ = has_others;
  known_.notify_all();
}

bool EntryDesk::is_known() const {
  const std::lock_guard lock(mutex_);
  return is_known_;
}

bool EntryDesk::is_in_the_dark() const {
  const std::lock_guard lock(mutex_);
  return is_known_ ? !book_ && has_others_ : overdue();
}

bool EntryDesk::is_overdue() const {
  const std::lock_guard lock(mutex_);
  return !is_known_ && overdue();
}

bool EntryDesk::overdue() const {
  return end_of_patience_ && std::chrono::steady_clock::now() >= *end_of_patience_;
}

const EntryBook::Entry* EntryDesk::find(const EntryBook::Key& method) const {
  const std::lock_guard lock(mutex_);
  return book_ ? book_->find(method) : nullptr;
}

bool EntryDesk::is_awaited(const EntryBook::Key& method) const {
  const std::lock_guard lock(mutex_);
  return awaited(method);
}

EntryDesk::Ending EntryDesk::await_ending(const EntryBook::Key& method) const {
  std::unique_lock lock(mutex_);
  const auto is_known = [this] { return is_known_; };
  bool known = true;
  if (end_of_patience_) {
    known = known_.wait_until(lock, *end_of_patience_, is_known);
  } else {
    known_.wait(lock, is_known);
  }
  if (!known) return {.parts = true, .tells_class = true, .skip_code = std::nullopt};
  const EntryBook::Entry* const entry = book_ ? book_->find(method) : nullptr;
  const bool parts = awaited(method);
  return {.parts = parts,
          .tells_class = parts && !(book_ && book_->has_report()),
          .skip_code = entry ? entry->skip_code : std::nullopt};
}

bool EntryDesk::awaited(const EntryBook::Key& method) const {
  if (!is_known_) return overdue();
  return book_ ? book_->is_awaited(method, begun_) : has_others_;
}

}  // namespace carpool
