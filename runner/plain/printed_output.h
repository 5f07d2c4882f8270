#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "journal/record.h"
#include "session/output_collector.h"

namespace carpool {

// Whose output is whose in what an ordinary GoogleTest program prints: told by the lines of
// GoogleTest's own printer. A test that prints the same lines can take another's output to itself;
// its verdict comes another way.
class PrintedOutput {
 public:
  // `live` gets what tests print, as it comes.
  explicit PrintedOutput(std::function<void(std::string_view)> live) : live_(std::move(live)) {}

  void feed(std::string_view bytes);

  // What the test printed, once it has ended: Suite.Name.
  CapturedOutput take(const std::string& test);
  // What came since the last test began; of the one that was running where it died.
  CapturedOutput take_current();
  // What was printed outside of tests.
  CapturedOutput take_outside() { return outside_.take(); }

 private:
  void take_line(std::string_view line);
  void add(std::string_view bytes);

  std::function<void(std::string_view)> live_;
  std::string line_;           // the start of one that may be GoogleTest's
  bool in_long_line_ = false;  // that is none
  std::string current_;        // empty between tests
  BoundedText text_;
  BoundedText outside_;
  std::map<std::string, CapturedOutput> ended_;
};

}  // namespace carpool
