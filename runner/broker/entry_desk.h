#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include "broker/entry_book.h"

namespace carpool {

// What is known of the entries of one ctest, and which of its methods have begun: asked by the
// dispatcher, and by seats on threads of their own.
class EntryDesk {
 public:
  // How a method's entry is to be ended.
  struct Ending {
    bool parts = false;            // its worker first, since others wait for its end
    bool tells_class = false;      // and how that ended, since no report will
    std::optional<int> skip_code;  // what CTest takes for a skip of this entry, where that is known
  };

  // From here on the book is waited for, by all who ask, but for no longer than that. Where this is
  // said again, the end that comes first counts.
  void expect_book(std::chrono::milliseconds patience);
  void begin(const EntryBook::Key& method);

  // The book has come. Null: it never will; then each worker ends with its method where
  // `has_others`, since an entry of somebody else's may be waiting for it.
  void know(std::unique_ptr<const EntryBook> book, bool has_others);

  bool is_known() const;
  // Whether it has not come, and nobody waits for it any more.
  bool is_overdue() const;
  // Whether nothing is known of entries that are there, nor waited for.
  bool is_in_the_dark() const;
  // nullptr where it is not known, or not there. Lives as long as this.
  const EntryBook::Entry* find(const EntryBook::Key& method) const;
  bool is_awaited(const EntryBook::Key& method) const;

  // Waits for the book. Where it is overdue, as if it never came.
  Ending await_ending(const EntryBook::Key& method) const;

 private:
  bool awaited(const EntryBook::Key& method) const;
  bool overdue() const;

  std::optional<std::chrono::steady_clock::time_point> end_of_patience_;
  mutable std::mutex mutex_;
  mutable std::condition_variable known_;
  bool is_known_ = false;
  bool has_others_ = false;
  std::unique_ptr<const EntryBook> book_;
  std::set<EntryBook::Key> begun_;
};

}  // namespace carpool
