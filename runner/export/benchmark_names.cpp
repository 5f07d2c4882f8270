#include "export/benchmark_names.h"

#include <algorithm>

#include "base/digest.h"

namespace carpool {
namespace {

constexpr std::size_t kDigestDigits = 16;

bool continues_a_sequence(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

std::string bounded_name(std::string_view name, std::size_t limit) {
  if (name.empty()) return "(no name)";
  if (name.size() <= limit) return std::string(name);
  Digest digest;
  digest.add(name);
  std::size_t end = limit - kDigestDigits - 1;
  while (end > 0 && continues_a_sequence(name[end])) --end;
  return std::string(name.substr(0, end)) + "~" + std::string(digest.make().name, kDigestDigits);
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
