#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include "base/version.h"
#include "command_line/plain_target.h"
#include "command_line/verbs.h"
#include "compare/compared_tests.h"
#include "compare/comparison.h"
#include "compare/comparison_json.h"
#include "compare/comparison_table.h"
#include "discovery/runner_executable.h"
#include "manifest/manifest_place.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"
#include "manifest/whole_file.h"
#include "process/command.h"
#include "process/file_limit.h"
#include "process/guardian.h"
#include "process/interrupt.h"

namespace carpool {
namespace {

struct CompareOptions {
  ComparisonRequest request;
  PlainExecutable executable;
  std::filesystem::path output;
};

constexpr char kFooter[] =
    "An executable needs no Carpool in it: a process runs a batch of each class then, which is "
    "what\n"
    "add_continuous_test() saves at least.\n\n"
    "Examples:\n"
    "  carpool compare --manifest build/carpool.tests/core_tests/manifest.json --blocks 5 -j 4\n"
    "  carpool compare build/some_tests -- --data testdata\n"
    "  carpool compare build/huge_tests --sample 4 --until 5%\n\n"
    "Exit codes: 0 all tests are green and the same both ways; 1 a test is red or not the same\n"
    "both ways; 3 cannot run; 4 nothing selected; 130 interrupted.\n";

void say(const std::string& text) { std::fprintf(stderr, "carpool compare: %s\n", text.c_str()); }

ExitCode fail(const Error& error, ExitCode code = ExitCode::kCannotRun) {
  say(error.message);
  return Interrupt::requested() ? ExitCode::kInterrupted : code;
}

ExitCode compare_and_print(CompareOptions& options) {
  if (const auto fine = refuse_choices(options.executable); !fine) {
    return fail(fine.error(), ExitCode::kUsage);
  }
  // Before it has run anything for as long as the warm-up takes: the runner that it starts needs
  // as many.
  if (const auto files = expect_files_for(options.request.jobs); !files) return fail(files.error());
  if (!options.executable.program.empty()) {
    const auto described = describe_plain_executable(options.executable);
    if (!described) return fail(described.error());
    options.request.manifest_file = *described;
  }
  if (options.request.manifest_file.empty()) {
    return fail(Error{"what is to be compared is missing: give --manifest <file> (" +
                      std::string(kWhereManifestsAre) +
                      ") or an executable; `carpool compare --help` tells more"},
                ExitCode::kUsage);
  }
  Result<TargetManifest> manifest = read_target_manifest(options.request.manifest_file);
  if (!manifest) return fail(manifest.error());
  if (manifest->world_size > 1) {
    return fail(
        Error{"cannot compare " + manifest->target + ", whose tests run in gangs of " +
              std::to_string(manifest->world_size) +
              " (WORLD_SIZE): the spawn baseline starts single processes. `carpool run` with "
              "and without ISOLATION PROCESS, a fresh gang for each method, shows the saving"});
  }
  const Result<TestList> tests = read_test_list(manifest->test_list);
  if (!tests) return fail(tests.error());
  if (const auto listed = expect_listed_executable(*tests); !listed) return fail(listed.error());
  const auto classes = compared_classes(*tests, options.request.class_names);
  if (!classes) return fail(classes.error(), ExitCode::kNothingSelected);
  const Result<std::filesystem::path> runner = runner_executable();
  if (!runner) return fail(runner.error());
  options.request.carpool = *runner;
  options.request.version = kVersion;
  options.request.tell_progress = say;
  Result<Comparison> comparison =
      compare(options.request, std::move(*manifest), *classes, run_command);
  if (!comparison) return fail(comparison.error());
  comparison->disabled_methods = count_disabled(*tests, options.request.class_names);
  if (options.output.empty()) {
    options.output = comparison->manifest.results_directory / "comparison.json";
  }
  std::fputs(comparison_table(*comparison).c_str(), stdout);
  const Result<void> written = write_whole_file(options.output, comparison_json(*comparison));
  if (!written) return fail(written.error());
  std::printf("\nall samples: %s\n", options.output.c_str());
  const bool clean = comparison->differences.empty() && !comparison->any_red();
  if (clean) return ExitCode::kGreen;
  std::fflush(stdout);
  say(reason_of_exit_code(*comparison));
  return ExitCode::kRed;
}

ExitCode compare_guarded(CompareOptions& options) {
  Interrupt::install();
  if (const auto started = Guardian::start(); !started) return fail(started.error());
  const ExitCode code = compare_and_print(options);
  Guardian::kill_left_behind(0);
  Guardian::stop();
  return code;
}

constexpr int kMostBlocksUntil = 60;

// "5%", "5" and "0.5 %" alike.
std::string without_percent_sign(std::string text) {
  while (!text.empty() && (text.back() == '%' || text.back() == ' ')) text.pop_back();
  return text;
}

void add_exactness_options(CLI::App& verb, ComparisonRequest& request) {
  auto* const blocks =
      verb.add_option("--blocks", request.blocks,
                      "Blocks of four runs, two each way; an interval takes at least 3, of "
                      "references 6; with --until the most, 60 unless told otherwise")
          ->check(CLI::Range(1, 1000))
          ->capture_default_str();
  verb.add_option("--until", request.until_percent,
                  "End as soon as the speedup in total is known to so many percent, more or less")
      ->transform(CLI::Validator(
          [](std::string& text) {
            text = without_percent_sign(text);
            return std::string();
          },
          "PERCENT"))
      ->check(CLI::Range(0.1, 100.0).description(""))
      ->type_name("PERCENT");
  verb.add_option("--sample", request.sample,
                  "Run only so many methods of each class as a process each, others in each run, "
                  "and estimate the rest: for huge suites")
      ->check(CLI::Range(2, 1'000'000));
  verb.parse_complete_callback([blocks, &request] {
    if (request.until_percent && blocks->count() == 0) request.blocks = kMostBlocksUntil;
  });
}

}  // namespace

VerbAction add_compare_verb(CLI::App& program) {
  const auto options = std::make_shared<CompareOptions>();
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  options->request.jobs = std::max(std::min(cores, workers_that_fit()), 1);
  CLI::App* verb = program.add_subcommand(
      "compare", "Measure what live workers save against a process for each method of one target");
  auto* const manifest = verb->add_option(
      "--manifest", options->request.manifest_file,
      "The target's manifest.json: it lies in carpool.tests/<target> of the build folder, "
      "or of its subdirectory where a subdirectory makes the target");
  auto* const executable = verb->add_option("executable", options->executable.program,
                                            "An ordinary GoogleTest executable")
                               ->excludes(manifest);
  verb->add_option("--argument", options->executable.arguments,
                   "Of an executable: an argument for it; all that stands behind -- are such")
      ->allow_extra_args(false)
      ->needs(executable);
  verb->add_option("--results", options->executable.results,
                   "Of an executable: where the comparison is kept; default: Testing/Carpool here")
      ->needs(executable);
  verb->add_option("--class", options->request.class_names,
                   "Compare only this class; may be repeated");
  add_exactness_options(*verb, options->request);
  verb->add_option("-j,--jobs", options->request.jobs, "Processes at once, the same for both ways")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  verb->add_option("-o,--output", options->output,
                   "Where to write the JSON; default: comparison.json in the results folder");
  verb->footer(kFooter);
  return [options] { return compare_guarded(*options); };
}

}  // namespace carpool
