#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace carpool {

// One word of GoogleTest's event stream (--gtest_stream_result_to). Source: StreamingListener in
// its gtest-internal-inl.h; the words have been the same since 1.7.
struct StreamEvent {
  enum class Kind {
    kProgramStart,
    kSuiteStart,  // name
    kTestStart,   // name, without the suite
    kPart,        // file, line, message: a failure or the reason of a skip, which it does not tell
    kTestEnd,     // passed: neither failed nor skipped
    kSuiteEnd,    // passed: also its set-up and tear-down
    kProgramEnd,  // passed: also the global environments
    kOther,
    kForeign,  // a line that GoogleTest has not written, or not whole
  };
  Kind kind = Kind::kOther;
  std::string name;
  bool passed = false;
  std::string file;
  int line = 0;
  std::string message;
};

// Takes the stream apart, which comes in pieces.
class StreamEventReader {
 public:
  void feed(std::string_view bytes);
  std::optional<StreamEvent> next();

 private:
  std::string rest_;  // of a line that is not whole yet; at most kLongestLine
  std::deque<StreamEvent> events_;
  bool skipping_ = false;  // to the end of a line that was too long
};

}  // namespace carpool
