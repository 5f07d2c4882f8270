#include "compare/references.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/script_argument.h"
#include "compare/spawn_baseline.h"
#include "manifest/whole_file.h"

namespace carpool {
namespace {

std::string properties(const TargetManifest& manifest) {
  std::string text =
      fmt::format(" WORKING_DIRECTORY {} SKIP_REGULAR_EXPRESSION [=[\\[  SKIPPED \\]]=]",
                  script_argument(manifest.working_directory.string()));
  const bool has_timeout =
      std::ranges::find(manifest.properties, "TIMEOUT",
                        &std::pair<std::string, std::string>::first) != manifest.properties.end();
  if (!has_timeout)
    text += fmt::format(" TIMEOUT {}", static_cast<double>(manifest.test_timeout.count()) / 1000);
  for (const auto& [name, value] : manifest.properties) {
    text += fmt::format(" {} {}", script_argument(name), script_argument(value));
  }
  return text;
}

std::string entry(const TargetManifest& manifest, const ComparedClass& compared,
                  const ComparedMethod& method) {
  const std::string name =
      script_argument(manifest.entry_prefix + full_name(compared, method) + manifest.entry_suffix);
  const Command command = plain_command(
      manifest, {"--gtest_filter=" + *method.filter, "--gtest_also_run_disabled_tests"});
  std::string arguments;
  for (const std::string& argument : command.arguments)
    arguments += ' ' + script_argument(argument);
  return fmt::format("add_test({}{})\nset_tests_properties({} PROPERTIES{})\n", name, arguments,
                     name, properties(manifest));
}

std::size_t count_filters(const std::vector<ComparedClass>& classes) {
  std::size_t count = 0;
  for (const ComparedClass& compared : classes) {
    count += static_cast<std::size_t>(std::ranges::count_if(
        compared.methods, [](const ComparedMethod& method) { return method.filter.has_value(); }));
  }
  return count;
}

// CTest's own summary says so: "97% tests passed, 3 tests failed out of 100".
bool ctest_ran(std::size_t entries, const std::filesystem::path& output) {
  const Result<std::string> text = read_whole_file(output);
  return text && text->find("out of " + std::to_string(entries) + "\n") != std::string::npos;
}

std::string how_it_ended(const CommandEnd& end) {
  if (end.signal) return "was killed by signal " + std::to_string(*end.signal);
  return "ended with exit code " + std::to_string(end.exit_code.value_or(-1));
}

// One that crashes takes less time, and would count as a fast one.
std::string why_unusable(const CommandEnd& end, const CommandEnd& tried) {
  if (end.timed_out) return "did not end in time";
  if (end.signal == tried.signal && end.exit_code == tried.exit_code) return "";
  return how_it_ended(end) + ", where it " + how_it_ended(tried) + " before,";
}

// A round that is one command; nothing is known of its classes. `tried`: how it ended before.
RunRound whole_round(Command command, const CommandEnd& tried, RunCommand run_command) {
  return [command = std::move(command), tried,
          run_command = std::move(run_command)]() -> Result<Round> {
    const Result<CommandEnd> end = run_command(command);
    if (!end) return end.error();
    return Round{.wall_ns = end->wall_ns,
                 .class_ns = {},
                 .outcomes = {},
                 .unusable = why_unusable(*end, tried)};
  };
}

// Selects whole classes. A class name that holds one of the filter's own characters may then select
// too much; the floor is only a reference.
std::string class_filter(const std::vector<ComparedClass>& classes) {
  std::string filter;
  for (const ComparedClass& compared : classes) {
    std::string name = compared.name;
    std::ranges::replace_if(
        name, [](char c) { return std::string_view("*?:-").find(c) != std::string_view::npos; },
        '?');
    filter += (filter.empty() ? "" : ":") + name + ".*";
  }
  return filter;
}

}  // namespace

std::string ctest_file(const TargetManifest& manifest, const std::vector<ComparedClass>& classes) {
  std::string text;
  for (const ComparedClass& compared : classes) {
    for (const ComparedMethod& method : compared.methods) {
      if (method.filter) text += entry(manifest, compared, method);
    }
  }
  return text;
}

Reference ctest_reference(const TargetManifest& manifest, const std::vector<ComparedClass>& classes,
                          int jobs, std::chrono::milliseconds patience,
                          const std::filesystem::path& scratch, const RunCommand& run_command) {
  Reference reference{
      .name = "ctest", .description = std::string(kCtestDescription), .run = {}, .reason = {}};
  const std::filesystem::path folder = scratch / "ctest";
  const Result<void> written =
      write_whole_file(folder / "CTestTestfile.cmake", ctest_file(manifest, classes));
  if (!written) {
    reference.reason = written.error().message;
    return reference;
  }
  Command command;
  command.arguments = {"ctest", "-j" + std::to_string(jobs)};
  command.working_directory = folder;
  command.output_file = scratch / "ctest.txt";
  command.deadline = patience;
  const Result<CommandEnd> tried = run_command(command);
  if (!tried) {
    reference.reason = tried.error().message;
    return reference;
  }
  if (tried->timed_out) {
    reference.reason = fmt::format(
        "ctest had not ended after {} s; does a process that a test left behind hold its output?",
        patience.count() / 1000);
    return reference;
  }
  if (!ctest_ran(count_filters(classes), command.output_file)) {
    reference.reason = "ctest did not run every method";
    return reference;
  }
  command.output_file.clear();
  reference.run = whole_round(std::move(command), *tried, run_command);
  return reference;
}

Reference one_process_reference(const TargetManifest& manifest,
                                const std::vector<ComparedClass>& classes, bool all_classes,
                                const std::filesystem::path& scratch,
                                const RunCommand& run_command) {
  Reference reference{.name = "one_process",
                      .description = "the executable once, by hand",
                      .run = {},
                      .reason = {}};
  const std::string filter = all_classes ? manifest.test_filter : class_filter(classes);
  Command command = plain_command(manifest, {});
  if (!filter.empty()) command.arguments.push_back("--gtest_filter=" + filter);
  // A hang hangs the whole process; nobody is there to go on with the next method.
  command.deadline = manifest.test_timeout;

  const std::filesystem::path report = scratch / "one-process.json";
  Command trial = command;
  trial.arguments.push_back("--gtest_output=json:" + report.string());
  const Result<CommandEnd> tried = run_command(trial);
  if (!tried) {
    reference.reason = tried.error().message;
  } else if (tried->timed_out) {
    reference.reason = "it does not end within one method's time limit";
  } else if (!std::filesystem::exists(report)) {
    reference.reason = "it does not reach its end: a test crashes or exits";
  } else {
    reference.run = whole_round(std::move(command), *tried, run_command);
  }
  return reference;
}

}  // namespace carpool
