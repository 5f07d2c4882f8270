#include "broker/entry_limits.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace carpool {
namespace {

using std::chrono::milliseconds;

double in_seconds(milliseconds time) { return static_cast<double>(time.count()) / 1'000; }

// "<seconds>;<regular expression>...", of PROPERTIES: CTest shows it to nobody.
std::optional<milliseconds> time_after_match(const TargetManifest& manifest) {
  for (const auto& [name, value] : manifest.properties) {
    if (name != "TIMEOUT_AFTER_MATCH") continue;
    return milliseconds(std::llround(std::strtod(value.c_str(), nullptr) * 1'000));
  }
  return std::nullopt;
}

}  // namespace

std::optional<milliseconds> EntryLimits::left_to_us(const EntryBook::Entry* entry,
                                                    const TargetManifest& manifest) const {
  if (of_ctest || (entry && entry->has_limit)) return std::nullopt;
  return manifest.test_timeout;
}

StopReason EntryLimits::why_gone(const EntryBook::Entry* entry, const TargetManifest& manifest,
                                 std::chrono::nanoseconds elapsed) const {
  std::optional<milliseconds> limit = manifest.test_timeout;
  if (entry && entry->has_limit) {
    limit = entry->limit;
  } else if (of_ctest) {
    limit = of_ctest;
  }
  if (limit && elapsed >= *limit) return time_is_up(*limit);
  if (const auto after = time_after_match(manifest); after && elapsed >= *after) {
    return {.out_of_time = true,
            .words = fmt::format("did not end within {:g} s of a match of TIMEOUT_AFTER_MATCH",
                                 in_seconds(*after))};
  }
  const bool has_own = entry && entry->has_limit;
  if (!is_sure && !has_own) {
    return {.out_of_time = true,
            .words =
                "its entry was killed: by CTest at a limit that is not known here (a preset's "
                "execution.timeout), or by somebody"};
  }
  return {.out_of_time = false,
          .words =
              "its entry was killed before its time was up: by somebody, or by CTest for a "
              "reason that it tells nobody (TIMEOUT_AFTER_MATCH, --stop-time)"};
}

StopReason time_is_up(milliseconds limit) {
  return {.out_of_time = true,
          .words = fmt::format("did not end within {:g} s", in_seconds(limit))};
}

}  // namespace carpool
