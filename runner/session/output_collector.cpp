#include "session/output_collector.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "protocol/message.h"

namespace carpool {

void BoundedText::append(std::string_view bytes) {
  total_ += bytes.size();
  if (head_.size() < kHead) {
    const std::size_t taken = std::min(kHead - head_.size(), bytes.size());
    head_.append(bytes.substr(0, taken));
    bytes.remove_prefix(taken);
  }
  if (bytes.size() > kTail) bytes.remove_prefix(bytes.size() - kTail);
  tail_.append(bytes);
  if (tail_.size() > 2 * kTail) tail_.erase(0, tail_.size() - kTail);
}

CapturedOutput BoundedText::take() {
  CapturedOutput output;
  output.total_bytes = total_;
  if (tail_.size() > kTail) tail_.erase(0, tail_.size() - kTail);
  const std::uint64_t kept = head_.size() + tail_.size();
  output.truncated = kept < total_;
  output.text = std::move(head_);
  if (output.truncated) {
    output.text += "\n[carpool: " + std::to_string(total_ - kept) + " bytes left out]\n";
  }
  output.text += tail_;
  *this = BoundedText();
  return output;
}

OutputCollector::OutputCollector(const std::string& secret,
                                 std::function<void(std::string_view)> live)
    : mark_start_(protocol::output_mark(secret, 0)), live_(std::move(live)) {
  mark_start_.resize(mark_start_.size() - 2);  // without the number and the LF
}

// Whether a mark, part of one at the very end, or neither begins at the first byte.
OutputCollector::Match OutputCollector::match_mark(std::string_view bytes,
                                                   std::size_t& size) const {
  const std::string wanted = mark_start_ + std::to_string(last_mark_ + 1) + "\n";
  const std::size_t common = std::min(wanted.size(), bytes.size());
  if (std::memcmp(wanted.data(), bytes.data(), common) != 0) return Match::kNone;
  size = wanted.size();
  return bytes.size() >= wanted.size() ? Match::kMark : Match::kPart;
}

void OutputCollector::feed(std::string_view bytes) {
  std::string joined;
  if (!held_.empty()) {
    joined = std::move(held_);
    held_.clear();
    joined.append(bytes);
    bytes = joined;
  }
  std::size_t searched = 0;
  while (true) {
    const std::size_t start = bytes.find('\0', searched);
    if (start == std::string_view::npos) break;
    std::size_t size = 0;
    const Match match = match_mark(bytes.substr(start), size);
    if (match == Match::kNone) {
      searched = start + 1;
      continue;
    }
    add_text(bytes.substr(0, start));
    bytes.remove_prefix(start);
    if (match == Match::kPart) {
      held_ = bytes;
      return;
    }
    bytes.remove_prefix(size);
    close_segment();
    searched = 0;
  }
  add_text(bytes);
}

void OutputCollector::add_text(std::string_view bytes) {
  if (bytes.empty()) return;
  open_.append(bytes);
  if (inside_method()) live_.hold(last_mark_, bytes);
}

void OutputCollector::move_open_text_outside() {
  if (!open_.empty()) outside_.append(open_.take().text);
}

void OutputCollector::close_segment() {
  if (inside_method()) {
    segments_.push_back({last_mark_ + 1, open_.empty() ? CapturedOutput() : open_.take()});
  } else {
    move_open_text_outside();
  }
  ++last_mark_;
}

CapturedOutput OutputCollector::take_before(std::uint64_t mark) {
  live_.show_before(mark);
  while (!segments_.empty() && segments_.front().mark < mark) segments_.pop_front();
  if (segments_.empty() || segments_.front().mark != mark) return {};
  CapturedOutput output = std::move(segments_.front().output);
  segments_.pop_front();
  return output;
}

CapturedOutput OutputCollector::take_since_last_mark() {
  add_text(std::exchange(held_, {}));
  live_.show_all();
  if (!open_.empty() || segments_.empty()) return open_.take();
  // The method had printed and ended, but its worker could not say so any more.
  CapturedOutput output = std::move(segments_.back().output);
  segments_.clear();
  return output;
}

CapturedOutput OutputCollector::take_outside() {
  live_.show_all();
  if (!inside_method()) {
    add_text(std::exchange(held_, {}));
    move_open_text_outside();
  }
  return outside_.take();
}

}  // namespace carpool
