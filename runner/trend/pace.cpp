#include "trend/pace.h"

#include <algorithm>

namespace carpool {
namespace {

// A method says something about the machine where it takes long enough for a clock and was run more
// than once; a median of fewer than five is a matter of single methods.
constexpr double kShortest_ns = 100'000;
constexpr std::size_t kFewestRuns = 3;
constexpr std::size_t kFewestMethods = 5;

bool counts(const MethodPoint& point) {
  return point.duration_ns > 0 &&
         (point.status == MethodStatus::kPassed || point.status == MethodStatus::kFlaky);
}

void find_paces_of(RunSeries& series, int machine) {
  std::vector<std::vector<double>> durations(series.methods.size());
  for (const SeriesRun& run : series.runs) {
    if (run.machine != machine) continue;
    for (const MethodPoint& point : run.methods) {
      if (counts(point)) {
        durations[static_cast<std::size_t>(point.method)].push_back(
            static_cast<double>(point.duration_ns));
      }
    }
  }
  std::vector<double> usual(series.methods.size(), 0);
  for (std::size_t method = 0; method < durations.size(); ++method) {
    if (durations[method].size() < kFewestRuns) continue;
    const double middle = middle_of(std::move(durations[method]));
    if (middle >= kShortest_ns) usual[method] = middle;
  }
  for (SeriesRun& run : series.runs) {
    if (run.machine != machine) continue;
    std::vector<double> ratios;
    for (const MethodPoint& point : run.methods) {
      const double usually = usual[static_cast<std::size_t>(point.method)];
      if (counts(point) && usually > 0) {
        ratios.push_back(static_cast<double>(point.duration_ns) / usually);
      }
    }
    if (ratios.size() >= kFewestMethods) run.pace = middle_of(std::move(ratios));
  }
}

}  // namespace

double middle_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

void find_paces(RunSeries& series) {
  for (int machine = 0; machine < series.machines; ++machine) find_paces_of(series, machine);
}

}  // namespace carpool
