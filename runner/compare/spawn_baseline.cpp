#include "compare/spawn_baseline.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "base/framework_environment.h"
#include "manifest/test_environment.h"
#include "manifest/whole_file.h"

namespace carpool {
namespace {

std::optional<std::string> take_file(const std::filesystem::path& file) {
  Result<std::string> content = read_whole_file(file);
  if (!content) return std::nullopt;
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  return std::move(*content);
}

std::string outcome_word(const CommandEnd& end) {
  if (end.timed_out) return "timed out";
  if (end.signal) return "signal " + std::to_string(*end.signal);
  return "exit " + std::to_string(end.exit_code.value_or(-1));
}

}  // namespace

// Where a method stands in the compared classes, and its number over all.
struct SpawnBaseline::Place {
  std::size_t class_index = 0;
  std::size_t method_index = 0;
  std::size_t number = 0;
};

SpawnBaseline::SpawnBaseline(const TargetManifest& manifest,
                             const std::vector<ComparedClass>& classes, int jobs,
                             RunCommand run_command)
    : manifest_(manifest), classes_(classes), jobs_(jobs), run_command_(std::move(run_command)) {}

std::vector<SpawnBaseline::Place> SpawnBaseline::places(const ChosenMethods& chosen) const {
  std::vector<Place> places;
  std::size_t number = 0;
  for (std::size_t class_index = 0; class_index < classes_.size(); ++class_index) {
    for (std::size_t method_index = 0; method_index < classes_[class_index].methods.size();
         ++method_index) {
      if (chosen[class_index][method_index]) {
        places.push_back(
            {.class_index = class_index, .method_index = method_index, .number = number});
      }
      ++number;
    }
  }
  return places;
}

Command SpawnBaseline::command_for(const ComparedMethod& method) const {
  Command command = plain_command(
      manifest_, {"--gtest_filter=" + *method.filter, "--gtest_also_run_disabled_tests"});
  command.deadline = manifest_.test_timeout;
  return command;
}

// Calls `visit(place, method)` for each chosen method, from as many threads as there are jobs; each
// takes the next method as soon as it is free, as CTest does. Plain threads, since each only waits
// for its one child. After an error no further method is begun.
template <typename Visit>
Result<void> SpawnBaseline::for_each_method(const ChosenMethods& chosen, const Visit& visit) const {
  const std::vector<Place> all = places(chosen);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::optional<Error> failure;
  const auto serve = [&] {
    for (std::size_t index = next++; index < all.size(); index = next++) {
      const Place& place = all[index];
      const Result<void> visited =
          visit(place, classes_[place.class_index].methods[place.method_index]);
      if (visited) continue;
      const std::lock_guard lock(mutex);
      failure = visited.error();
      next = all.size();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int job = 0; job < jobs_; ++job) threads.emplace_back(serve);
  }
  if (failure) return *failure;
  return {};
}

Result<Round> SpawnBaseline::run(const ChosenMethods& chosen) const {
  std::vector<std::atomic<std::int64_t>> busy_ns(classes_.size());
  Round round;
  round.outcomes.resize(count_methods(classes_));
  round.method_ns.resize(round.outcomes.size());
  const auto begin = std::chrono::steady_clock::now();
  const Result<void> done = for_each_method(
      chosen, [&](const Place& place, const ComparedMethod& method) -> Result<void> {
        const Result<CommandEnd> end = run_command_(command_for(method));
        if (!end) return end.error();
        busy_ns[place.class_index] += end->wall_ns;
        round.outcomes[place.number] = outcome_word(*end);
        round.method_ns[place.number] = end->wall_ns;
        return {};
      });
  round.wall_ns = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  if (!done) return done.error();
  round.class_ns.assign(busy_ns.begin(), busy_ns.end());
  return round;
}

Result<std::vector<std::vector<PlainVerdict>>> SpawnBaseline::verdicts(
    const ChosenMethods& chosen, const std::filesystem::path& scratch) const {
  std::vector<std::vector<PlainVerdict>> verdicts;
  for (const ComparedClass& compared : classes_) verdicts.emplace_back(compared.methods.size());
  const Result<void> done = for_each_method(
      chosen, [&](const Place& place, const ComparedMethod& method) -> Result<void> {
        const std::filesystem::path report =
            scratch / ("report-" + std::to_string(place.number) + ".json");
        Command command = command_for(method);
        command.arguments.push_back("--gtest_output=json:" + report.string());
        const Result<CommandEnd> end = run_command_(command);
        if (!end) return end.error();
        verdicts[place.class_index][place.method_index] =
            plain_verdict(*end, take_file(report), classes_[place.class_index].name, method.name);
        return {};
      });
  if (!done) return done.error();
  return verdicts;
}

Command plain_command(const TargetManifest& manifest, const std::vector<std::string>& arguments) {
  Command command;
  command.arguments = manifest.launcher;
  command.arguments.push_back(manifest.executable.string());
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.arguments.insert(command.arguments.end(), manifest.extra_arguments.begin(),
                           manifest.extra_arguments.end());
  command.working_directory = manifest.working_directory;
  // One that cannot be had has ended the comparison before it began: see ContinuousRun::prepare().
  if (auto environment = test_environment(manifest)) command.environment = std::move(*environment);
  take_framework_variables_away(command.environment);
  return command;
}

}  // namespace carpool
