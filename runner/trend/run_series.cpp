#include "trend/run_series.h"

#include <algorithm>
#include <numeric>

namespace carpool {
namespace {

bool ended_by_itself(MethodStatus status) {
  return status != MethodStatus::kSkipped && status != MethodStatus::kDisabled &&
         status != MethodStatus::kInterrupted && status != MethodStatus::kNotRun;
}

// The new place of each thing when those that are used are put in order; -1 for the others.
template <typename Before>
std::vector<int> places_in_order(const std::vector<char>& is_used, const Before& before) {
  std::vector<int> order;
  for (std::size_t index = 0; index < is_used.size(); ++index) {
    if (is_used[index] != 0) order.push_back(static_cast<int>(index));
  }
  std::stable_sort(order.begin(), order.end(), before);
  std::vector<int> places(is_used.size(), -1);
  for (std::size_t place = 0; place < order.size(); ++place) {
    places[static_cast<std::size_t>(order[place])] = static_cast<int>(place);
  }
  return places;
}

template <typename Thing>
std::vector<Thing> moved_to(const std::vector<int>& places, const std::vector<Thing>& things) {
  std::vector<Thing> moved(places.size());
  std::size_t count = 0;
  for (std::size_t index = 0; index < things.size(); ++index) {
    if (places[index] < 0) continue;
    moved[static_cast<std::size_t>(places[index])] = things[index];
    ++count;
  }
  moved.resize(count);
  return moved;
}

void number_machines(RunSeries& series, bool pool_hosts) {
  std::map<std::tuple<std::string, std::string, std::int64_t>, int> machines;
  for (SeriesRun& run : series.runs) {
    const std::tuple key(pool_hosts ? std::string() : run.run.host_name, run.run.host_system,
                         run.run.host_cores);
    run.machine = machines.try_emplace(key, static_cast<int>(machines.size())).first->second;
  }
  series.machines = static_cast<int>(machines.size());
}

}  // namespace

int RunSeriesBuilder::class_index(const SeenClass& of_class) {
  const auto [known, is_new] = class_indices_.try_emplace(std::pair(of_class.target, of_class.name),
                                                          static_cast<int>(classes_.size()));
  if (is_new) {
    classes_.push_back({.target = of_class.target, .name = of_class.name});
    method_indices_.emplace_back();
  }
  return known->second;
}

int RunSeriesBuilder::method_index(int of_class, const std::string& name) {
  const auto [known, is_new] = method_indices_[static_cast<std::size_t>(of_class)].try_emplace(
      name, static_cast<int>(methods_.size()));
  if (is_new) methods_.push_back({.of_class = of_class, .name = name});
  return known->second;
}

void RunSeriesBuilder::add_method(SeriesRun& run, ClassPoint& point, const SeenMethod& method) {
  const int index = method_index(point.of_class, method.name);
  const bool ran = method.last.worker > 0;
  run.methods.push_back({.method = index,
                         .status = method.status,
                         .ran_behind_others = ran && method.last.position > 0,
                         .duration_ns = ran ? method.duration_ns : -1});
  point.methods_run += ran ? 1 : 0;
  point.methods_red += is_red(method.status) ? 1 : 0;
  if (ran) point.bodies_ns += method.duration_ns;
  const auto note = [&](const SeenAttempt& attempt) {
    if (attempt.worker == 0 || !ended_by_itself(attempt.status)) return;
    run.attempts.push_back({.method = index,
                            .worker = static_cast<int>(attempt.worker),
                            .position = static_cast<int>(attempt.position),
                            .red = is_red(attempt.status),
                            .status = attempt.status});
  };
  for (const SeenAttempt& attempt : method.earlier) note(attempt);
  note(method.last);
}

void RunSeriesBuilder::add(std::size_t index, const std::vector<SeenClass>& classes) {
  SeriesRun run;
  for (const SeenClass& of_class : classes) {
    ClassPoint point{.of_class = class_index(of_class),
                     .status = of_class.status,
                     .wall_ns = of_class.wall_ns,
                     .suite_set_up_ns = of_class.suite_set_up_ns};
    for (const SeenMethod& method : of_class.methods) add_method(run, point, method);
    run.classes.push_back(point);
  }
  runs_[index] = std::move(run);
}

void RunSeriesBuilder::sort_names(RunSeries& series) const {
  // Runs that were replaced, or are not asked for, may have known more.
  std::vector<char> class_used(classes_.size(), 0);
  std::vector<char> method_used(methods_.size(), 0);
  for (const SeriesRun& run : series.runs) {
    for (const ClassPoint& point : run.classes) {
      class_used[static_cast<std::size_t>(point.of_class)] = 1;
    }
    for (const MethodPoint& point : run.methods) {
      method_used[static_cast<std::size_t>(point.method)] = 1;
    }
  }
  const auto class_places = places_in_order(class_used, [this](int left, int right) {
    const auto key = [this](int index) {
      const SeriesClass& of_class = classes_[static_cast<std::size_t>(index)];
      return std::tie(of_class.target, of_class.name);
    };
    return key(left) < key(right);
  });
  const auto class_place = [&](int of_class) {
    return class_places[static_cast<std::size_t>(of_class)];
  };
  const auto method_places = places_in_order(method_used, [&](int left, int right) {
    return class_place(methods_[static_cast<std::size_t>(left)].of_class) <
           class_place(methods_[static_cast<std::size_t>(right)].of_class);
  });
  series.classes = moved_to(class_places, classes_);
  series.methods = moved_to(method_places, methods_);
  for (SeriesMethod& method : series.methods) method.of_class = class_place(method.of_class);
  const auto method_place = [&](int& method) {
    method = method_places[static_cast<std::size_t>(method)];
  };
  for (SeriesRun& run : series.runs) {
    for (ClassPoint& point : run.classes) point.of_class = class_place(point.of_class);
    for (MethodPoint& point : run.methods) method_place(point.method);
    for (SeriesAttempt& attempt : run.attempts) method_place(attempt.method);
  }
}

RunSeries RunSeriesBuilder::finish(const std::vector<std::size_t>& order,
                                   const std::vector<SeenRun>& runs, bool pool_hosts) {
  RunSeries series;
  for (const std::size_t index : order) {
    series.runs.push_back(std::move(runs_[index]));
    series.runs.back().run = runs[index];
  }
  sort_names(series);
  number_machines(series, pool_hosts);
  return series;
}

}  // namespace carpool
