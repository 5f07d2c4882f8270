#include "part_message.h"

#include <cstddef>

namespace carpool {

std::string part_message(const testing::TestPartResult& part) {
  static const char kSkipped[] = "Skipped\n";
  constexpr std::size_t kSize = sizeof kSkipped - 1;
  std::string message = part.message();
  if (part.skipped() && message.compare(0, kSize, kSkipped) == 0) {
    message.erase(0, kSize);
  }
  if (!message.empty() && message.back() == '\n') message.pop_back();
  return message;
}

std::string reason_of(const testing::TestResult& result) {
  std::string messages;
  for (int i = 0; i < result.total_part_count(); ++i) {
    const testing::TestPartResult& part = result.GetTestPartResult(i);
    if (result.Failed() ? !part.failed() : !part.skipped()) continue;
    if (!messages.empty()) messages += '\n';
    messages += part_message(part);
  }
  return messages;
}

}  // namespace carpool
