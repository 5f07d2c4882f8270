#include "export/saving_words.h"

#include <fmt/format.h>

namespace carpool {

std::string saving_in_words(const ComparedDocumentTimes& times) {
  const auto& interval = times.reduction_interval_percent;
  if (!interval) return "not established (too few pairs)";
  const std::string range = fmt::format("{:.1f} to {:.1f}", interval->low, interval->high);
  if (!times.established) return "not established (" + range + " %)";
  return fmt::format("{:.1f} % ({})", times.reduction_percent, range);
}

std::string saving_in_words(const SpawnEstimate& estimate) {
  return fmt::format("{:.1f} % (estimated)", estimate.reduction_percent());
}

}  // namespace carpool
