#include "report/spawn_estimate.h"

#include <algorithm>

namespace carpool {

void set_mean_costs(ClassReport& report, const ProcessCosts& own, const ProcessCosts& of_target) {
  report.spawn_ns = own.spawn.value_or(of_target.spawn.value_or(0));
  report.init_ns = own.init.value_or(of_target.init.value_or(0));
  report.suite_set_up_ns = own.suite_set_up.value_or(0);
  report.suite_tear_down_ns = own.suite_tear_down.value_or(0);
  report.exit_ns = own.exit.value_or(of_target.exit.value_or(0));
}

bool saw_what_workers_take(const ProcessCosts& own) {
  return own.spawn.count > 0 || own.suite_set_up.count > 0;
}

std::optional<SpawnEstimate> estimate_spawn(const ClassReport& report, std::int64_t alive_ns,
                                            std::int64_t lost_ns) {
  const std::int64_t per_process = report.spawn_ns + report.init_ns + report.suite_set_up_ns +
                                   report.suite_tear_down_ns + report.exit_ns;
  std::int64_t sum_ns = 0;
  for (const MethodReport& method : report.methods) {
    if (method.last.worker > 0) sum_ns += per_process + method.last.duration_ns;
  }
  if (sum_ns <= 0 || report.wall_ns <= 0) return std::nullopt;
  sum_ns += lost_ns;
  const double at_a_time =
      std::max(1.0, static_cast<double>(alive_ns) / static_cast<double>(report.wall_ns));
  const auto spawn_ns = static_cast<std::int64_t>(static_cast<double>(sum_ns) / at_a_time);
  if (spawn_ns <= 0) return std::nullopt;
  return SpawnEstimate{.spawn_ns = spawn_ns, .continuous_ns = report.wall_ns};
}

std::optional<SpawnEstimate> sum_of_estimates(const std::vector<ClassReport>& classes) {
  SpawnEstimate sum;
  for (const ClassReport& report : classes) {
    if (!report.spawn_baseline) continue;
    sum.spawn_ns += report.spawn_baseline->spawn_ns;
    sum.continuous_ns += report.spawn_baseline->continuous_ns;
  }
  if (sum.spawn_ns <= 0) return std::nullopt;
  return sum;
}

}  // namespace carpool
