#include "trend/order_dependence.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "trend/change_point.h"
#include "trend/order_evidence.h"

namespace carpool {
namespace {

// The runs of a machine, the latest first, as many as are looked at.
std::vector<int> runs_of(const RunSeries& series, int machine, int most) {
  std::vector<int> runs;
  for (int run = static_cast<int>(series.runs.size()) - 1; run >= 0; --run) {
    const bool is_of_it = series.runs[static_cast<std::size_t>(run)].machine == machine;
    if (is_of_it && std::ssize(runs) < most) runs.push_back(run);
  }
  return runs;
}

// Methods with red and green attempts.
std::vector<int> undecided_methods(const RunSeries& series, const std::vector<int>& runs) {
  std::vector<char> green(series.methods.size(), 0);
  std::vector<char> red(series.methods.size(), 0);
  for (const int run : runs) {
    for (const SeriesAttempt& attempt : series.runs[static_cast<std::size_t>(run)].attempts) {
      (attempt.red ? red : green)[static_cast<std::size_t>(attempt.method)] = 1;
    }
  }
  std::vector<int> methods;
  for (std::size_t method = 0; method < green.size(); ++method) {
    if (green[method] != 0 && red[method] != 0) methods.push_back(static_cast<int>(method));
  }
  return methods;
}

// What each worker of a run ran.
std::map<int, std::shared_ptr<const WorkerOrder>> workers_in(
    const std::vector<SeriesAttempt>& attempts) {
  std::map<int, std::vector<std::pair<int, int>>> ran;
  for (const SeriesAttempt& attempt : attempts) {
    ran[attempt.worker].emplace_back(attempt.position, attempt.method);
  }
  std::map<int, std::shared_ptr<const WorkerOrder>> workers;
  for (auto& [worker, methods] : ran) {
    workers[worker] = std::make_shared<const WorkerOrder>(std::move(methods));
  }
  return workers;
}

std::map<int, std::vector<OrderedAttempt>> attempts_of(const RunSeries& series,
                                                       const std::vector<int>& runs,
                                                       const std::vector<int>& methods) {
  const std::set<int> wanted(methods.begin(), methods.end());
  std::map<int, std::vector<OrderedAttempt>> found;
  for (const int run : runs) {
    const auto& attempts = series.runs[static_cast<std::size_t>(run)].attempts;
    std::map<int, std::shared_ptr<const WorkerOrder>> workers;
    for (const SeriesAttempt& attempt : attempts) {
      if (!wanted.contains(attempt.method)) continue;
      if (workers.empty()) workers = workers_in(attempts);
      found[attempt.method].push_back({.run = run,
                                       .red = attempt.red,
                                       .status = attempt.status,
                                       .position = attempt.position,
                                       .worker = workers.at(attempt.worker)});
    }
  }
  return found;
}

}  // namespace

std::vector<OrderDependent> find_order_dependent(const RunSeries& series,
                                                 const TrendSettings& settings) {
  std::vector<OrderDependent> tried;
  std::vector<double> p_values;
  for (int machine = 0; machine < series.machines; ++machine) {
    const std::vector<int> runs = runs_of(series, machine, settings.most_runs);
    for (const auto& [method, attempts] :
         attempts_of(series, runs, undecided_methods(series, runs))) {
      OrderDependent best = surest_order(attempts);
      best.method = method;
      best.machine = machine;
      p_values.push_back(best.p_value);
      tried.push_back(std::move(best));
    }
  }
  const std::vector<double> adjusted = adjusted_p_values(p_values);
  std::map<int, OrderDependent> by_method;
  for (std::size_t index = 0; index < tried.size(); ++index) {
    tried[index].adjusted_p_value = adjusted[index];
    if (adjusted[index] > settings.level) continue;
    const auto [known, is_new] = by_method.try_emplace(tried[index].method, tried[index]);
    if (!is_new && tried[index].p_value < known->second.p_value) known->second = tried[index];
  }
  std::vector<OrderDependent> found;
  for (auto& [method, one] : by_method) found.push_back(std::move(one));
  std::stable_sort(found.begin(), found.end(),
                   [](const OrderDependent& left, const OrderDependent& right) {
                     return left.p_value < right.p_value;
                   });
  return found;
}

}  // namespace carpool
