#include "trend/trend.h"

#include <set>
#include <utility>

#include "archive/run_gathering.h"
#include "trend/newly_flaky.h"
#include "trend/newly_slow.h"
#include "trend/order_dependence.h"
#include "trend/pace.h"

namespace carpool {

Trend compute_trend(RunSeries series, const TrendSettings& settings) {
  find_paces(series);
  Trend trend{.series = std::move(series), .settings = settings};
  trend.newly_slow = find_newly_slow(trend.series, settings);
  trend.newly_flaky = find_newly_flaky(trend.series, settings);
  trend.order_dependent = find_order_dependent(trend.series, settings);
  std::set<int> explained;
  for (const OrderDependent& found : trend.order_dependent) explained.insert(found.method);
  std::erase_if(trend.newly_flaky,
                [&](const NewlyFlaky& found) { return explained.contains(found.method); });
  return trend;
}

Result<GatheredTrend> gather_trend(const std::vector<std::filesystem::path>& given,
                                   const TrendChoice& choice) {
  RunSeriesBuilder builder;
  auto gathered = gather_runs(given, {}, [&](std::size_t index, std::vector<SeenClass> classes) {
    builder.add(index, classes);
  });
  if (!gathered) return gathered.error();
  std::vector<SeenRun> runs;
  for (const CataloguedRun& run : gathered->catalogue.runs()) runs.push_back(run.run);
  std::vector<std::size_t> order = gathered->catalogue.in_order();
  if (choice.last_runs > 0 && order.size() > choice.last_runs) {
    order.erase(order.begin(), order.end() - static_cast<std::ptrdiff_t>(choice.last_runs));
  }
  RunSeries series = builder.finish(order, runs, choice.pool_hosts);
  GatheredTrend result{.trend = compute_trend(std::move(series), choice.settings),
                       .empty = std::move(gathered->empty)};
  result.trend.problems = std::move(gathered->problems);
  return result;
}

}  // namespace carpool
