#include "report/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"

namespace carpool {
namespace {

std::string loss_in_words(const std::string& how, int count) {
  if (how == "crashed") return counted(count, "crash", "crashes");
  if (how == "exited") return counted(count, "exit", "exits");
  if (how == "timed_out") return counted(count, "time-out", "time-outs");
  if (how == "protocol_error") return counted(count, "protocol error", "protocol errors");
  return counted(count, "failed start", "failed starts");
}

std::int64_t whole_milliseconds(std::int64_t ns) { return (ns + 500'000) / 1'000'000; }

}  // namespace

const AttemptEvidence& AttemptReport::evidence() const {
  static const AttemptEvidence none;
  return found ? *found : none;
}

double SpawnEstimate::reduction_percent() const {
  return 100.0 * (1.0 - static_cast<double>(continuous_ns) / static_cast<double>(spawn_ns));
}

double SpawnEstimate::speedup() const {
  return static_cast<double>(spawn_ns) / static_cast<double>(continuous_ns);
}

std::string BlastRadius::text() const {
  std::string words;
  for (const auto& [how, count] : losses) {
    if (!words.empty()) words += ", ";
    words += loss_in_words(how, count);
  }
  if (moved_methods == 0) {
    return fmt::format("{}: +{} ms for starting anew", words, whole_milliseconds(extra_ns));
  }
  return fmt::format("{}: {} moved to a new worker, +{} ms", words,
                     counted(moved_methods, "method", "methods"), whole_milliseconds(extra_ns));
}

bool BlastRadius::cost_nothing() const {
  return moved_methods == 0 && whole_milliseconds(extra_ns) == 0;
}

bool Report::is_red() const {
  return run.interrupted || !problems.empty() ||
         std::any_of(classes.begin(), classes.end(),
                     [](const ClassReport& report) { return carpool::is_red(report.status); });
}

}  // namespace carpool
