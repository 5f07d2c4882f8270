#include "listing.h"

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

void queue_test(Channel& channel, const testing::TestInfo& method) {
  const bool disabled =
      has_disabled_name(method.test_suite_name()) || has_disabled_name(method.name());
  channel.queue(Line("test")
                    .text(method.test_suite_name())
                    .text(method.name())
                    .text(method.type_param())
                    .text(method.value_param())
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
