#include "compare/noise.h"

#include <fmt/format.h>

#include <cmath>

#include "compare/statistics.h"

namespace carpool {
namespace {

// Half the cores wanted by others leaves too little to two jobs on a small machine.
constexpr double kMostLoadPerCore = 0.5;
// Quiet machines show 1 to 3 % between rounds of some hundred processes.
constexpr double kMostSpreadPercent = 10;

void add_spread(const std::string& name, const std::vector<Round>& rounds,
                std::vector<std::string>& found) {
  std::vector<double> walls;
  for (const Round& round : rounds) walls.push_back(static_cast<double>(round.wall_ns));
  const double spread = robust_spread_percent(walls);
  if (spread <= kMostSpreadPercent) return;
  found.push_back(fmt::format("{} differ by {:.0f} % (robust standard deviation)", name, spread));
}

}  // namespace

std::vector<std::string> noise(const std::vector<double>& load_average, int cores,
                               const TimedRounds& rounds) {
  std::vector<std::string> found;
  if (!load_average.empty() && load_average.front() > kMostLoadPerCore * cores) {
    found.push_back(fmt::format("load average {:.1f} on {} core{} when it began",
                                load_average.front(), cores, cores == 1 ? "" : "s"));
  }
  add_spread("runs with a process each", rounds.spawn, found);
  add_spread("continuous runs", rounds.continuous, found);
  return found;
}

double robust_spread_percent(const std::vector<double>& values) {
  std::vector<double> logs;
  for (const double value : values) {
    if (value > 0) logs.push_back(std::log(value));
  }
  if (logs.size() < 2) return 0;
  const double middle = median(logs);
  for (double& value : logs) value = std::fabs(value - middle);
  return 100.0 * std::expm1(1.4826 * median(logs));
}

}  // namespace carpool
