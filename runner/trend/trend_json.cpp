#include "trend/trend_json.h"

#include <cctype>
#include <cmath>

#include "base/version.h"
#include "journal/json_writer.h"
#include "trend/finding_json.h"

namespace carpool {
namespace {

constexpr int kBrokenLevels = 2;            // a run, a class, a method, a finding is one line
constexpr std::size_t kPiece = 256u << 10;  // bytes

double rounded(double number) { return std::round(number * 1000.0) / 1000.0; }

void write_settings(JsonWriter& json, const TrendSettings& settings) {
  json.key("settings").begin_object();
  json.key("level").number(settings.level);
  json.key("fewest_runs_on_a_side").integer(settings.fewest_runs_on_a_side);
  json.key("most_runs").integer(settings.most_runs);
  json.key("least_ratio").number(settings.least_ratio);
  json.key("least_difference_ns").integer(settings.least_difference_ns);
  json.key("permutations").integer(settings.permutations);
  json.key("seed").integer(static_cast<std::int64_t>(settings.seed));
  json.key("fewest_quiet_runs").integer(settings.fewest_quiet_runs);
  json.end_object();
}

void write_estimate(JsonWriter& json, const std::optional<SpawnEstimate>& estimate) {
  json.key("spawn_baseline");
  if (!estimate) return json.null();
  json.begin_object();
  json.key("basis").string("estimated");
  json.key("spawn_ns").integer(estimate->spawn_ns);
  json.key("continuous_ns").integer(estimate->continuous_ns);
  json.key("reduction_percent").number(rounded(estimate->reduction_percent()));
  json.key("speedup").number(rounded(estimate->speedup()));
  json.end_object();
}

void write_run(JsonWriter& json, const SeriesRun& of_series) {
  const SeenRun& run = of_series.run;
  json.begin_object();
  json.key("id").string(run.id);
  json.key("started_at").string(run.started_at);
  json.key("wall_ns").integer(run.wall_ns);
  json.key("interrupted").boolean(run.interrupted);
  json.key("red").boolean(run.red);
  json.key("version").string(run.version);
  json.key("host").begin_object();
  json.optional_string("name", run.host_name);
  json.optional_string("system", run.host_system);
  json.key("cores").integer(run.host_cores);
  json.end_object();
  json.key("machine").integer(of_series.machine);
  json.key("pace");
  if (of_series.pace) {
    json.number(rounded(*of_series.pace));
  } else {
    json.null();
  }
  json.key("totals").begin_object();
  for (const auto& [name, count] : run.totals) json.any_key(name).integer(count);
  json.end_object();
  write_estimate(json, run.spawn_baseline);
  json.end_object();
}

void write_point(JsonWriter& json, int run, const ClassPoint& point) {
  json.begin_object();
  json.key("run").integer(run);
  json.key("status").string(to_word(point.status));
  json.key("wall_ns").integer(point.wall_ns);
  json.key("suite_set_up_ns").integer(point.suite_set_up_ns);
  json.key("bodies_ns").integer(point.bodies_ns);
  json.key("methods_run").integer(point.methods_run);
  json.key("methods_red").integer(point.methods_red);
  json.end_object();
}

char letter_of(MethodStatus status) {
  switch (status) {
    case MethodStatus::kPassed:
      return 'p';
    case MethodStatus::kFailed:
      return 'f';
    case MethodStatus::kSkipped:
      return 's';
    case MethodStatus::kDisabled:
      return 'd';
    case MethodStatus::kFlaky:
      return 'y';
    case MethodStatus::kCrashed:
      return 'c';
    case MethodStatus::kExited:
      return 'x';
    case MethodStatus::kTimedOut:
      return 't';
    case MethodStatus::kProtocolError:
      return 'e';
    case MethodStatus::kInterrupted:
      return 'i';
    case MethodStatus::kNotRun:
      return 'n';
  }
  return '-';
}

// What runs say of classes and methods, turned round: of each class, of each method in all runs.
class Columns {
 public:
  explicit Columns(const RunSeries& series)
      : classes_(series.classes.size()), methods_(series.methods.size()) {
    for (std::size_t index = 0; index < series.runs.size(); ++index) {
      const int run = static_cast<int>(index);
      for (const ClassPoint& point : series.runs[index].classes) {
        classes_[static_cast<std::size_t>(point.of_class)].emplace_back(run, &point);
      }
      for (const MethodPoint& point : series.runs[index].methods) {
        methods_[static_cast<std::size_t>(point.method)].emplace_back(run, &point);
      }
    }
  }

  void write_class(JsonWriter& json, const SeriesClass& of_class, std::size_t index) const {
    json.begin_object();
    json.key("target").string(of_class.target);
    json.key("name").string(of_class.name);
    json.key("points").begin_array();
    for (const auto& [run, point] : classes_[index]) write_point(json, run, *point);
    json.end_array();
    json.end_object();
  }

  void write_method(JsonWriter& json, const RunSeries& series, std::size_t index) const {
    std::string statuses(series.runs.size(), '-');
    std::vector<std::int64_t> durations(series.runs.size(), -1);
    for (const auto& [run, point] : methods_[index]) {
      const char letter = letter_of(point->status);
      const auto at = static_cast<std::size_t>(run);
      statuses[at] = static_cast<char>(point->ran_behind_others ? std::toupper(letter) : letter);
      durations[at] = point->duration_ns;
    }
    json.begin_object();
    json.key("class").integer(series.methods[index].of_class);
    json.key("name").string(series.methods[index].name);
    json.key("statuses").string(statuses);
    json.key("durations_ns").begin_array();
    for (const std::int64_t duration_ns : durations) {
      if (duration_ns < 0) {
        json.null();
      } else {
        json.integer(duration_ns);
      }
    }
    json.end_array();
    json.end_object();
  }

 private:
  std::vector<std::vector<std::pair<int, const ClassPoint*>>> classes_;
  std::vector<std::vector<std::pair<int, const MethodPoint*>>> methods_;
};

}  // namespace

void encode_trend(const Trend& trend, bool with_methods,
                  const std::function<void(std::string_view)>& sink) {
  const RunSeries& series = trend.series;
  const Columns columns(series);
  std::string text;
  const auto hand_over = [&](std::size_t most_kept) {
    if (text.size() <= most_kept) return;
    sink(text);
    text.clear();
  };
  JsonWriter json(text, kBrokenLevels);
  json.begin_object();
  json.key("schema").string(kTrendSchema);
  json.key("version").string(kVersion);
  write_settings(json, trend.settings);
  json.key("runs").begin_array();
  for (const SeriesRun& run : series.runs) write_run(json, run);
  json.end_array();
  json.key("classes").begin_array();
  for (std::size_t index = 0; index < series.classes.size(); ++index) {
    columns.write_class(json, series.classes[index], index);
    hand_over(kPiece);
  }
  json.end_array();
  json.key("methods").begin_array();
  for (std::size_t index = 0; with_methods && index < series.methods.size(); ++index) {
    columns.write_method(json, series, index);
    hand_over(kPiece);
  }
  json.end_array();
  json.key("findings").begin_array();
  for (const NewlySlow& found : trend.newly_slow) write_finding(json, trend, found);
  for (const NewlyFlaky& found : trend.newly_flaky) write_finding(json, trend, found);
  for (const OrderDependent& found : trend.order_dependent) write_finding(json, trend, found);
  json.end_array();
  json.key("problems").strings(trend.problems);
  json.end_object();
  text += '\n';
  hand_over(0);
}

}  // namespace carpool
