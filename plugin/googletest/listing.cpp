#include "listing.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>

namespace carpool {
namespace {

// GoogleTest's own rule, DISABLED_*:*/DISABLED_*.
bool has_disabled_name(const char* name) {
  static const char kPrefix[] = "DISABLED_";
  return std::strncmp(name, kPrefix, sizeof kPrefix - 1) == 0 ||
         std::strstr(name, "/DISABLED_") != nullptr;
}

// What a type or a value prints as may be of any length, and is there to be read by people.
constexpr std::size_t kLongestParameter = 64u << 10;  // bytes

// The parameter, or its beginning and how much is missing. Never cut within a UTF-8 sequence.
std::string readable_parameter(const char* text) {
  if (text == nullptr) return std::string();
  const std::size_t size = std::strlen(text);
  if (size <= kLongestParameter) return std::string(text, size);
  std::size_t kept = kLongestParameter;
  while (kept > kLongestParameter - 4 &&
         (static_cast<unsigned char>(text[kept]) & 0xC0u) == 0x80u) {
    --kept;
  }
  return std::string(text, kept) + "... (" + std::to_string(size - kept) + " bytes left out)";
}

void queue_test(Channel& channel, const testing::TestInfo& method) {
  const bool disabled =
      has_disabled_name(method.test_suite_name()) || has_disabled_name(method.name());
  channel.queue(Line("test")
                    .text(method.test_suite_name())
                    .text(method.name())
                    .text(readable_parameter(method.type_param()))
                    .text(readable_parameter(method.value_param()))
                    .text(method.file())
                    .number(method.line() > 0 ? method.line() : 0)
                    .text(disabled ? "disabled" : ""));
}

}  // namespace

void send_list(Channel& channel, const testing::UnitTest& unit_test) {
  std::int64_t count = 0;
  for (int i = 0; i < unit_test.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *unit_test.GetTestSuite(i);
    std::set<std::string> names;
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo& method = *suite.GetTestInfo(j);
      if (!method.is_reportable() || !names.insert(method.name()).second) continue;
      queue_test(channel, method);
      ++count;
    }
  }
  channel.send(Line("listed").number(count).number(unit_test.total_test_count()));
}

}  // namespace carpool
