#include "trend/trend.h"

#include <set>
#include <utility>

#include "archive/report_place.h"
#include "archive/run_gathering.h"
#include "archive/seen_run.h"
#include "trend/newly_flaky.h"
#include "trend/newly_slow.h"
#include "trend/order_dependence.h"
#include "trend/pace.h"

namespace carpool {
namespace {

Result<std::vector<SeenClass>> read_classes(const ReportPlace& place) {
  const auto text = report_text(place);
  if (!text) return text.error().within(place.in_words());
  std::vector<SeenClass> classes;
  const auto run =
      read_seen_run(*text, [&](SeenClass of_class) { classes.push_back(std::move(of_class)); });
  if (!run) return run.error().within(place.in_words());
  return classes;
}

}  // namespace

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
                                   const TrendChoice& choice,
                                   const std::function<void(const SeenRun& held)>& visit) {
  auto gathered = gather_runs(given, {});
  if (!gathered) return gathered.error();
  const RunCatalogue& catalogue = gathered->catalogue;
  std::vector<std::size_t> order = catalogue.in_order();
  if (choice.last_runs > 0 && order.size() > choice.last_runs) {
    order.erase(order.begin(), order.end() - static_cast<std::ptrdiff_t>(choice.last_runs));
  }
  // Only now, so that what is held are the runs that are asked for, however many there are.
  RunSeriesBuilder builder;
  std::erase_if(order, [&](std::size_t index) {
    const ReportPlace& place = catalogue.runs()[index].place;
    const auto classes = read_classes(place);
    if (classes) {
      builder.add(index, *classes);
      if (visit) visit(catalogue.runs()[index].run);
    } else {
      gathered->unread.push_back({.place = place, .why = classes.error().message});
    }
    return !classes;
  });
  std::vector<SeenRun> runs;
  for (const CataloguedRun& run : catalogue.runs()) runs.push_back(run.run);
  RunSeries series = builder.finish(order, runs, choice.pool_hosts);
  GatheredTrend result{.trend = compute_trend(std::move(series), choice.settings),
                       .empty = std::move(gathered->empty)};
  for (UnreadRun& run : gathered->unread) result.trend.problems.push_back(std::move(run.why));
  return result;
}

}  // namespace carpool
