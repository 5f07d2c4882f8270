#include "report/excerpt.h"

#include <algorithm>

#include "base/utf8.h"

namespace carpool {
namespace {

std::size_t sequence_start_at_or_before(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && is_within_sequence(text[at])) --at;
  return at;
}

std::size_t sequence_start_at_or_after(std::string_view text, std::size_t at) {
  while (at < text.size() && is_within_sequence(text[at])) ++at;
  return at;
}

// Cuts the text to what one piece may have and what is left for all.
bool cut(std::string& text, std::size_t most, std::size_t& left) {
  const std::size_t limit = std::min(most, left);
  const bool too_long = text.size() > limit;
  if (too_long) text = excerpt(text, limit);
  left -= std::min(left, text.size());
  return too_long;
}

}  // namespace

std::string excerpt(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  const std::size_t head = sequence_start_at_or_before(text, limit - limit / 2);
  const std::size_t tail = sequence_start_at_or_after(text, text.size() - limit / 2);
  std::string cut_text(text.substr(0, head));
  cut_text += "\n[... " + std::to_string(tail - head) + " bytes left out, see the journal ...]\n";
  cut_text += text.substr(tail);
  return cut_text;
}

void TextAllowance::admit_output(CapturedOutput& output, bool green) {
  const std::size_t most = green ? kGreenOutput : kRedOutput;
  if (cut(output.text, most, green ? left_for_green_ : left_for_red_)) output.truncated = true;
}

void TextAllowance::admit_failures(std::vector<TestFailure>& failures) {
  for (TestFailure& failure : failures) cut(failure.message, kFailureMessage, left_for_red_);
}

void TextAllowance::admit_stacks(std::string& stacks) {
  cut(stacks, kFailureMessage, left_for_red_);
}

void TextAllowance::admit_reason(std::string& reason) { cut(reason, kReason, left_for_red_); }

void TextAllowance::admit_rank(RankResult& rank) {
  const bool green = rank.status == RankStatus::kPassed || rank.status == RankStatus::kSkipped;
  admit_output(rank.output, green);
  admit_failures(rank.failures);
  admit_stacks(rank.stacks);
  admit_reason(rank.reason);
}

}  // namespace carpool
