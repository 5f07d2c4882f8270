#include "export/ctest_measurements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace carpool {
namespace {

constexpr std::array<std::string_view, 8> kDashboardOptions{
    "-D", "-M", "-T", "-S", "-SP", "--dashboard", "--test-action", "--script"};
constexpr std::array<std::string_view, 3> kLongWithValue{
    "--dashboard=", "--test-action=", "--script="};

bool is_dashboard_option(const std::string& argument) {
  if (std::ranges::find(kDashboardOptions, argument) != kDashboardOptions.end()) return true;
  if (argument == "--test-model" || argument == "--script-new-process") return true;
  return std::ranges::any_of(kLongWithValue, [&](std::string_view option) {
    return std::string_view(argument).starts_with(option);
  });
}

// CTest keeps `-D<variable>=<value>` for scripts, and takes `-DExperimental` and `-TTest` in one
// word as well.
bool is_joined_option(const std::string& argument) {
  const bool joined = argument.starts_with("-D") || argument.starts_with("-T");
  return joined && argument.size() > 2 && argument.find('=') == std::string::npos;
}

std::string measurement(std::string_view name, const std::string& value) {
  return fmt::format(
      "<CTestMeasurement type=\"numeric/double\" name=\"{}\">{}</CTestMeasurement>\n", name, value);
}

std::string in_milliseconds(std::int64_t ns) {
  return fmt::format("{:.3f}", static_cast<double>(ns) / 1e6);
}

}  // namespace

bool makes_dashboard(const std::vector<std::string>& ctest_command_line) {
  if (ctest_command_line.empty()) return false;
  return std::any_of(ctest_command_line.begin() + 1, ctest_command_line.end(),
                     [](const std::string& argument) {
                       return is_dashboard_option(argument) || is_joined_option(argument);
                     });
}

std::string ctest_measurements(const Report& report) {
  std::int64_t start_up_ns = 0;
  std::int64_t suite_set_up_ns = 0;
  std::int64_t workers = 0;
  for (const ClassReport& of_class : report.classes) {
    workers += of_class.workers_started;
    suite_set_up_ns += of_class.suite_set_up_ns;
    for (const WorkerReport& worker : of_class.workers) {
      start_up_ns += worker.spawn_ns.value_or(0) + worker.init_ns.value_or(0);
    }
  }
  std::string lines;
  if (const auto& estimate = report.spawn_baseline) {
    lines += measurement("carpool_saved_percent_estimated",
                         fmt::format("{:.1f}", estimate->reduction_percent()));
  }
  lines += measurement("carpool_start_up_ms", in_milliseconds(start_up_ns));
  lines += measurement("carpool_suite_set_up_ms", in_milliseconds(suite_set_up_ns));
  return lines + measurement("carpool_workers_started", std::to_string(workers));
}

}  // namespace carpool
