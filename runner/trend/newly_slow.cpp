#include "trend/newly_slow.h"

#include <algorithm>
#include <utility>

#include "trend/change_point.h"
#include "trend/pace.h"

namespace carpool {
namespace {

// One measure over the comparable runs that have it.
struct Measured {
  NewlySlow what;
  std::vector<int> runs;
  std::vector<double> values;

  void add(int run, double value) {
    runs.push_back(run);
    values.push_back(value);
  }
};

bool is_green(MethodStatus status) {
  return status == MethodStatus::kPassed || status == MethodStatus::kFlaky;
}

bool was_set_up(const ClassPoint& point) {
  return point.methods_run > 0 && point.status != ClassStatus::kSetupFailed &&
         point.status != ClassStatus::kStartupFailed && point.status != ClassStatus::kInterrupted;
}

// A run of too few methods has no pace of its own, so nobody knows whether its machine was busy.
bool is_pace_known(const RunSeries& series, int machine) {
  return std::any_of(series.runs.begin(), series.runs.end(), [machine](const SeriesRun& run) {
    return run.machine == machine && run.pace;
  });
}

// Times as on a machine of usual pace; where no run has a pace, as they are, but never some so and
// some so.
std::vector<Measured> measured_on(const RunSeries& series, int machine) {
  const bool by_pace = is_pace_known(series, machine);
  std::vector<Measured> methods(series.methods.size());
  std::vector<Measured> classes(series.classes.size());
  Measured pace{.what = {.measure = SlowMeasure::kPace, .machine = machine}};
  for (std::size_t index = 0; index < series.runs.size(); ++index) {
    const SeriesRun& run = series.runs[index];
    if (run.machine != machine || (by_pace && !run.pace)) continue;
    const int at = static_cast<int>(index);
    const double slowness = run.pace.value_or(1);
    if (run.pace) pace.add(at, *run.pace);
    for (const MethodPoint& point : run.methods) {
      if (point.duration_ns < 0 || !is_green(point.status)) continue;
      methods[static_cast<std::size_t>(point.method)].add(
          at, static_cast<double>(point.duration_ns) / slowness);
    }
    for (const ClassPoint& point : run.classes) {
      if (!was_set_up(point)) continue;
      classes[static_cast<std::size_t>(point.of_class)].add(
          at, static_cast<double>(point.suite_set_up_ns) / slowness);
    }
  }
  std::vector<Measured> all;
  all.push_back(std::move(pace));
  for (std::size_t index = 0; index < classes.size(); ++index) {
    classes[index].what = {.measure = SlowMeasure::kSuiteSetUp,
                           .of_class = static_cast<int>(index),
                           .machine = machine};
    all.push_back(std::move(classes[index]));
  }
  for (std::size_t index = 0; index < methods.size(); ++index) {
    methods[index].what = {.of_class = series.methods[index].of_class,
                           .method = static_cast<int>(index),
                           .machine = machine};
    all.push_back(std::move(methods[index]));
  }
  return all;
}

bool is_worth_telling(SlowMeasure measure, double before, double after,
                      const TrendSettings& settings) {
  const double difference =
      measure == SlowMeasure::kPace ? 0 : static_cast<double>(settings.least_difference_ns);
  return after > before && after >= settings.least_ratio * before && after - before >= difference;
}

// No median of three or more values lies beyond the second of a side.
bool can_be_worth_telling(const Measured& measured, const TrendSettings& settings) {
  std::vector<double> sorted = measured.values;
  std::sort(sorted.begin(), sorted.end());
  return is_worth_telling(measured.what.measure, sorted[1], sorted[sorted.size() - 2], settings);
}

void keep_last(Measured& measured, const TrendSettings& settings) {
  const auto most = static_cast<std::size_t>(settings.most_runs);
  if (measured.values.size() <= most) return;
  const auto surplus = static_cast<std::ptrdiff_t>(measured.values.size() - most);
  measured.values.erase(measured.values.begin(), measured.values.begin() + surplus);
  measured.runs.erase(measured.runs.begin(), measured.runs.begin() + surplus);
}

void describe_change(NewlySlow& found, const Measured& measured, const ChangePoint& change) {
  const auto place = measured.values.begin() + static_cast<std::ptrdiff_t>(change.first_after);
  found.since_run = measured.runs[change.first_after];
  found.u = change.u;
  found.p_value = change.p_value;
  found.runs_before = static_cast<int>(place - measured.values.begin());
  found.runs_after = static_cast<int>(measured.values.end() - place);
  found.before = middle_of({measured.values.begin(), place});
  found.after = middle_of({place, measured.values.end()});
}

}  // namespace

std::vector<NewlySlow> find_newly_slow(const RunSeries& series, const TrendSettings& settings) {
  const auto fewest = static_cast<std::size_t>(settings.fewest_runs_on_a_side);
  ChangePointTest test(fewest, settings.permutations, settings.seed);
  std::vector<NewlySlow> tested;
  std::vector<double> p_values;
  for (int machine = 0; machine < series.machines; ++machine) {
    for (Measured& measured : measured_on(series, machine)) {
      keep_last(measured, settings);
      if (measured.values.size() < 2 * fewest || !can_be_worth_telling(measured, settings)) {
        continue;
      }
      const auto change = test.find(measured.values);
      if (!change) continue;
      describe_change(measured.what, measured, *change);
      tested.push_back(measured.what);
      p_values.push_back(change->p_value);
    }
  }
  const std::vector<double> adjusted = adjusted_p_values(p_values);
  std::vector<NewlySlow> found;
  for (std::size_t index = 0; index < tested.size(); ++index) {
    NewlySlow& one = tested[index];
    one.adjusted_p_value = adjusted[index];
    if (one.adjusted_p_value > settings.level) continue;
    if (is_worth_telling(one.measure, one.before, one.after, settings)) found.push_back(one);
  }
  std::stable_sort(found.begin(), found.end(), [](const NewlySlow& left, const NewlySlow& right) {
    return std::pair(left.p_value, -left.ratio()) < std::pair(right.p_value, -right.ratio());
  });
  return found;
}

}  // namespace carpool
