#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "trend/findings.h"
#include "trend/run_series.h"

namespace carpool {

// How tests fared over many runs (schema carpool/trend/v1).
struct Trend {
  RunSeries series;
  TrendSettings settings;
  std::vector<NewlySlow> newly_slow;
  std::vector<NewlyFlaky> newly_flaky;
  std::vector<OrderDependent> order_dependent;
  std::vector<std::string> problems;  // runs that could not be read, in words
};

// A method that is order-dependent is not called flaky as well: its verdict has a reason.
Trend compute_trend(RunSeries series, const TrendSettings& settings);

struct GatheredTrend {
  Trend trend;
  std::vector<std::filesystem::path> empty;  // what was named and holds no run
};

struct TrendChoice {
  TrendSettings settings;
  bool pool_hosts = false;
  std::size_t last_runs = 0;  // only the last so many; 0 for all
};

// The trend over all runs in what a user names (see report_places()). An error where something
// cannot be read at all, or two reports contradict each other. Only the runs that are asked for are
// ever held; `visit` is told of each.
Result<GatheredTrend> gather_trend(const std::vector<std::filesystem::path>& given,
                                   const TrendChoice& choice,
                                   const std::function<void(const SeenRun& held)>& visit = nullptr);

}  // namespace carpool
