#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "journal/record.h"
#include "session/held_output.h"

namespace carpool {

// Text of any length in bounded memory: the first and the last 32 KiB, and how long it was.
class BoundedText {
 public:
  static constexpr std::size_t kHead = 32u << 10;
  static constexpr std::size_t kTail = 32u << 10;

  void append(std::string_view bytes);
  bool empty() const { return total_ == 0; }
  // The text with a line in the middle that states what was left out, leaving this one empty.
  CapturedOutput take();

 private:
  std::string head_;
  std::string tail_;  // up to twice kTail before it is cut back
  std::uint64_t total_ = 0;
};

// Takes one worker's output stream apart at the output marks (plugin/protocol/README.md). Only the
// next number behind the worker's secret is a mark; everything else, however like one, is text.
class OutputCollector {
 public:
  // `live` gets what is printed inside of methods: by show_live(), and before it is taken at the
  // latest.
  OutputCollector(const std::string& secret, std::function<void(std::string_view)> live);

  void feed(std::string_view bytes);

  // To be called where all messages that have come are taken: see HeldOutput.
  void show_live() { live_.show_all(); }
  void show_live_before(std::uint64_t mark) { live_.show_before(mark); }

  std::uint64_t last_mark() const { return last_mark_; }

  // The output between marks `mark - 1` and `mark`, forgetting what lies before. Empty where that
  // mark has not come.
  CapturedOutput take_before(std::uint64_t mark);

  // What came since the last mark, also the start of what may turn out to be one. Where that is
  // nothing, the output of a method that nobody has asked for.
  CapturedOutput take_since_last_mark();

  // What came outside of methods.
  CapturedOutput take_outside();

 private:
  struct Segment {
    std::uint64_t mark;
    CapturedOutput output;
  };

  bool inside_method() const { return last_mark_ % 2 == 1; }
  void add_text(std::string_view bytes);
  void close_segment();
  void move_open_text_outside();
  enum class Match { kMark, kPart, kNone };
  Match match_mark(std::string_view bytes, std::size_t& size) const;

  std::string mark_start_;
  HeldOutput live_;
  std::string held_;  // the start of what may be a mark
  std::uint64_t last_mark_ = 0;
  BoundedText open_;
  std::deque<Segment> segments_;
  BoundedText outside_;
};

}  // namespace carpool
