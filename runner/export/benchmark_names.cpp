#include "export/benchmark_names.h"

#include <algorithm>

#include "base/digest.h"
#include "base/utf8.h"

namespace carpool {
namespace {

constexpr std::size_t kDigestDigits = 16;

}  // namespace

std::string bounded_name(std::string_view name, std::size_t limit) {
  if (name.empty()) return "(no name)";
  if (name.size() <= limit) return std::string(name);
  Digest digest;
  digest.add(name);
  return std::string(beginning(name, limit - kDigestDigits - 1)) + "~" +
         std::string(digest.make().name, kDigestDigits);
}

bool has_times(const ClassReport& of_class) {
  if (of_class.status == ClassStatus::kInterrupted) return false;
  return std::ranges::any_of(of_class.methods,
                             [](const MethodReport& method) { return method.last.worker > 0; });
}

std::int64_t start_up_ns(const ClassReport& of_class) {
  return of_class.spawn_ns + of_class.init_ns + of_class.suite_set_up_ns;
}

}  // namespace carpool
