#include "export/saving_words.h"

#include <fmt/format.h>

namespace carpool {

std::string saving_in_words(const ComparedDocumentTimes& times) {
  const auto& interval = times.reduction_interval_percent;
  if (!interval) return "not established (too few pairs)";
  const std::string range = fmt::format("{:.1f} to {:.1f}", interval->low, interval->high);
  if (!times.established) return "not established (" + range + " %)";
  if (times.reduction_percent < 0) {
    return fmt::format("{:.1f} % lost ({:.1f} to {:.1f})", -times.reduction_percent,
                       -interval->high, -interval->low);
  }
  return fmt::format("{:.1f} % ({})", times.reduction_percent, range);
}

std::string basis_in_words(const ComparedDocumentTimes& times, std::int64_t methods_run_apart,
                           std::int64_t methods) {
  if (!times.spawn_is_estimated) return {};
  return fmt::format("estimated from {} of {} methods, standard error {:.1f} %", methods_run_apart,
                     methods, times.sampling_error_percent);
}

std::string saving_in_words(const SpawnEstimate& estimate) {
  const double percent = estimate.reduction_percent();
  if (percent < 0) return fmt::format("{:.1f} % lost (estimated)", -percent);
  return fmt::format("{:.1f} % (estimated)", percent);
}

}  // namespace carpool
