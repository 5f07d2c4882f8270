#include "report/stack_excerpt.h"

#include <fmt/format.h>

#include <algorithm>

namespace carpool {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// In words of addr2line, eu-stack and gdb alike. A line between threads is not one.
bool is_frame(std::string_view line) {
  return line.starts_with('#') || has(line, " at ") || has(line, "+0x");
}

// eu-stack and gdb name a thread in front of its frames, the record of a gang each rank.
bool begins_thread(std::string_view line) {
  return line.starts_with("TID ") || line.starts_with("Thread ") || line.starts_with("[rank ");
}

// GoogleTest calls set-up, body and tear-down by these alone.
bool calls_user_code(std::string_view line) {
  constexpr std::string_view kCallers[] = {
      "testing::internal::HandleSehExceptionsInMethodIfSupported",
      "testing::internal::HandleExceptionsInMethodIfSupported", "testing::Test::Run",
      "testing::TestSuite::Run", "testing::TestCase::Run"};
  return std::ranges::any_of(kCallers, [&](std::string_view caller) { return has(line, caller); });
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string hidden_line(std::size_t hidden) {
  if (hidden == 0) return {};
  return fmt::format("[{} more frame{}, in the report]\n", hidden, hidden == 1 ? "" : "s");
}

}  // namespace

std::string stack_excerpt(std::string_view stacks) {
  std::string excerpt;
  std::size_t hidden = 0;
  bool past_user_code = false;
  while (!stacks.empty()) {
    const std::string_view line = next_line(stacks);
    if (begins_thread(line)) {
      excerpt += hidden_line(hidden);
      hidden = 0;
      past_user_code = false;
    }
    past_user_code = past_user_code || calls_user_code(line);
    if (past_user_code) {
      hidden += is_frame(line) ? 1 : 0;
      continue;
    }
    excerpt.append(line).append("\n");
    past_user_code = has(line, "::TestBody");
  }
  return excerpt + hidden_line(hidden);
}

}  // namespace carpool
