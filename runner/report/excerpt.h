#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "journal/record.h"

namespace carpool {

// The text where it is short enough; else its beginning and its end around a line that says how
// many bytes were left out. Never cuts a UTF-8 sequence. What stays has at most `limit` bytes, the
// line apart.
std::string excerpt(std::string_view text, std::size_t limit);

// Hands out room for text in one report, so that a run that prints without end still gives a report
// that can be held in memory and opened. What does not fit is cut, and the cut is stated.
class TextAllowance {
 public:
  // How much one method may use.
  static constexpr std::size_t kFailureMessage = 64u << 10;
  static constexpr std::size_t kRedOutput = 80u
                                            << 10;  // the journal's own bound and its middle line
  static constexpr std::size_t kReason = 4u << 10;
  static constexpr std::size_t kGreenOutput = 1024;  // as much as CTest keeps of a passed test

  // Cuts the output of a method that passed, or of one that did not.
  void admit_output(CapturedOutput& output, bool green);
  void admit_failures(std::vector<TestFailure>& failures);
  void admit_stacks(std::string& stacks);
  // A class's trouble is the reason of each of its methods, over and over.
  void admit_reason(std::string& reason);
  // All texts of one rank of a gang, whose output is green as the rank itself is: the method's own
  // output holds that of all ranks.
  void admit_rank(RankResult& rank);

 private:
  // The green cannot use up the room of the red.
  std::size_t left_for_green_ = 8u << 20;
  std::size_t left_for_red_ = 24u << 20;
};

}  // namespace carpool
