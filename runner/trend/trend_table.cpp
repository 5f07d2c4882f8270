#include "trend/trend_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/printable.h"
#include "report/summary.h"
#include "trend/pace.h"
#include "trend/trend_words.h"

namespace carpool {
namespace {

constexpr std::size_t kWidestName = 44;
constexpr std::size_t kMostFindings = 30;
constexpr std::size_t kRecentRuns = 5;

// One class or method over all runs.
struct Row {
  std::string name;
  int runs = 0;
  int red = 0;
  std::vector<double> times;  // the oldest first; of green ones

  void add(bool is_red, std::int64_t time_ns) {
    ++runs;
    red += is_red ? 1 : 0;
    if (!is_red) times.push_back(static_cast<double>(time_ns));
  }
};

// The last few runs beside those before: what a person would read off a curve. Whether it is more
// than noise is for the tests to say.
std::string change_of(const std::vector<double>& times) {
  if (times.size() < 2 * kRecentRuns) return "";
  const auto recent = times.end() - static_cast<std::ptrdiff_t>(kRecentRuns);
  const double before = middle_of({times.begin(), recent});
  if (before <= 0) return "";
  return fmt::format("{:+.0f} %", 100 * (middle_of({recent, times.end()}) / before - 1));
}

std::string row_text(const Row& row) {
  const std::string last = row.times.empty() ? "-" : measured_time(row.times.back());
  const std::string median = row.times.empty() ? "-" : measured_time(middle_of(row.times));
  std::string text =
      fmt::format("{:<44}  {:>5}  {:>5}  {:>9}  {:>9}  {:>7}", shortened(row.name, kWidestName),
                  row.runs, row.red, median, last, change_of(row.times));
  return text.erase(text.find_last_not_of(' ') + 1) + "\n";
}

std::string table(const char* heading, std::vector<Row> rows, std::size_t most_rows) {
  if (rows.empty()) return "";
  std::string text = fmt::format("\n{:<44}  {:>5}  {:>5}  {:>9}  {:>9}  {:>7}\n", heading, "runs",
                                 "red", "median", "last", "change");
  const std::size_t all = rows.size();
  if (most_rows > 0 && all > most_rows) {
    std::stable_sort(rows.begin(), rows.end(), [](const Row& left, const Row& right) {
      return middle_of(left.times) > middle_of(right.times);
    });
    rows.resize(most_rows);
  }
  for (const Row& row : rows) text += row_text(row);
  if (rows.size() < all) {
    text += fmt::format("and {} more that take less; --all shows them\n", all - rows.size());
  }
  return text;
}

std::string class_rows(const RunSeries& series, std::size_t most_rows) {
  std::vector<Row> rows;
  for (const SeriesClass& of_class : series.classes) {
    rows.push_back({.name = of_class.target + "." + of_class.name});
  }
  for (const SeriesRun& run : series.runs) {
    for (const ClassPoint& point : run.classes) {
      if (point.methods_run == 0) continue;
      rows[static_cast<std::size_t>(point.of_class)].add(is_red(point.status), point.wall_ns);
    }
  }
  return table("class", std::move(rows), most_rows);
}

std::string method_rows(const RunSeries& series, std::size_t most_rows) {
  std::vector<Row> rows;
  for (const SeriesMethod& method : series.methods) {
    const SeriesClass& of_class = series.classes[static_cast<std::size_t>(method.of_class)];
    rows.push_back({.name = of_class.target + "." + of_class.name + "." + method.name});
  }
  for (const SeriesRun& run : series.runs) {
    for (const MethodPoint& point : run.methods) {
      if (point.duration_ns < 0) continue;
      rows[static_cast<std::size_t>(point.method)].add(is_red(point.status), point.duration_ns);
    }
  }
  return table("method", std::move(rows), most_rows);
}

template <typename Found>
std::string finding_rows(const Trend& trend, const std::string& title,
                         const std::vector<Found>& all) {
  if (all.empty()) return "\n" + title + ": none\n";
  std::string text = "\n" + title + ":\n";
  for (std::size_t index = 0; index < std::min(all.size(), kMostFindings); ++index) {
    text += fmt::format("  {} ({})\n", on_one_line(in_words(trend, all[index])),
                        evidence_in_words(all[index]));
  }
  if (all.size() > kMostFindings) {
    text += fmt::format("  and {} more, in the JSON\n", all.size() - kMostFindings);
  }
  return text;
}

std::string heading(const RunSeries& series) {
  const SeenRun& first = series.runs.front().run;
  const SeenRun& last = series.runs.back().run;
  const auto red = std::count_if(series.runs.begin(), series.runs.end(),
                                 [](const SeriesRun& run) { return run.run.red; });
  return fmt::format("carpool: {}, {} red, {} to {}, on {}; {} in {}\n",
                     counted(series.runs.size(), "run", "runs"), red, on_one_line(first.started_at),
                     on_one_line(last.started_at), counted(series.machines, "machine", "machines"),
                     counted(series.methods.size(), "method", "methods"),
                     counted(series.classes.size(), "class", "classes"));
}

}  // namespace

std::string trend_table(const Trend& trend, bool with_methods, std::size_t most_rows) {
  const TrendSettings& settings = trend.settings;
  std::string text = heading(trend.series) + class_rows(trend.series, most_rows);
  if (with_methods) text += method_rows(trend.series, most_rows);
  text +=
      "median and last: of green runs; change: the last 5 beside those before, noise included\n";
  text +=
      finding_rows(trend,
                   fmt::format("newly slow ({}; Benjamini-Hochberg level {:g}; at least {:g} "
                               "times and {})",
                               kChangePointTest, settings.level, settings.least_ratio,
                               measured_time(static_cast<double>(settings.least_difference_ns))),
                   trend.newly_slow);
  text += finding_rows(
      trend,
      fmt::format("newly flaky ({}; a p above {:g} may be chance)", kSilenceTest, settings.level),
      trend.newly_flaky);
  text += finding_rows(trend,
                       fmt::format("always order-dependent ({}; Benjamini-Hochberg level {:g})",
                                   kOrderTest, settings.level),
                       trend.order_dependent);
  return text;
}

}  // namespace carpool
