#include "command_line/run_options.h"

#include <charconv>
#include <random>

#include "manifest/manifest_place.h"

namespace carpool {
namespace {

constexpr int kMostShards = 10'000;
constexpr char kAnySeed[] = "any";
constexpr std::uint64_t kMostSeed = 999'999;

constexpr char kFooter[] =
    "-R, -E, -L and -LE are those of ctest (regular expressions; POSIX extended syntax) and go "
    "with\n"
    "--build. A name is the CTest entry's or the method's own, Suite.Name. Tests that others "
    "added\n"
    "to CTest are named and not run; so are those that need fixtures of theirs, or that CTest\n"
    "judges itself (WILL_FAIL, PASS_REGULAR_EXPRESSION and the like): these are not_run, which is\n"
    "red, unless -E or -LE leaves them out.\n\n"
    "--shard takes whole classes, longest first by the durations of earlier runs, so that all "
    "shards\n"
    "together run everything once; a sharded run leaves the durations as they are. Shards that "
    "name\n"
    "the same division belong together.\n\n"
    "An executable needs no Carpool in it, but GoogleTest 1.10 or later: a process runs a batch "
    "of\n"
    "each class, and a crash, a hang or an exit costs one method. `carpool compare` shows what it\n"
    "would gain from add_continuous_test().\n\n"
    "Examples:\n"
    "  carpool run --build build -R ParserTest -j 8\n"
    "  carpool run --build build --rerun-failed\n"
    "  carpool run --build build --shuffle --repeat 20 --fail-fast\n"
    "  carpool run --build build --shard 2/4\n"
    "  carpool run --manifest build/carpool.tests/core_tests/manifest.json --class ParserTest\n"
    "  carpool run build/some_tests -j 4 -- --data testdata\n";

// "2/4". Says what is wrong with anything else.
std::string read_shard(const std::string& text, std::optional<Shard>& shard) {
  if (text.empty()) return {};
  Shard given;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, given.index);
  const bool has_slash = index.ec == std::errc() && index.ptr != end && *index.ptr == '/';
  const auto count = has_slash ? std::from_chars(index.ptr + 1, end, given.count) : index;
  if (!has_slash || count.ec != std::errc() || count.ptr != end || given.count < 1 ||
      given.index < 1 || given.index > given.count || given.count > kMostShards) {
    return "--shard: '" + text +
           "' is none: give the number of one and of all, 1/4 to 4/4 for four";
  }
  shard = given;
  return {};
}

std::string read_seed(const std::string& text, std::optional<std::uint64_t>& seed) {
  if (text.empty()) return {};
  if (text == kAnySeed) {
    seed = std::random_device()() % kMostSeed + 1;
    return {};
  }
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc() || at != end)
    return "--shuffle: '" + text + "' is no seed: give a whole number";
  seed = number;
  return {};
}

std::string read_numbers(RunRequest& request) {
  const std::string wrong = read_shard(request.shard_text, request.shard);
  return wrong.empty() ? read_seed(request.shuffle, request.shuffle_seed) : wrong;
}

// The groups of `carpool run --help`.
constexpr char kWhat[] = "What to run (one of --build, --manifest and an executable)";
constexpr char kHow[] = "How";
constexpr char kForEntries[] = "For the entries of CTest";

void add_sources(CLI::App& verb, RunRequest& request) {
  auto* const manifest = verb.add_option(
      "--manifest", request.manifest,
      "one target: its manifest.json lies in carpool.tests/<target> of the build folder, "
      "or of its subdirectory where a subdirectory makes the target");
  auto* const build =
      verb.add_option(
              "--build", request.build,
              "all continuous tests of this build folder, without ctest's cost per entry; in a "
              "build folder the default")
          ->excludes(manifest);
  auto* const program =
      verb.add_option("executable", request.executable.program, "an ordinary GoogleTest executable")
          ->excludes(manifest)
          ->excludes(build);
  verb.add_option("--argument", request.executable.arguments,
                  "of an executable: an argument for it; all that stands behind -- are such")
      ->allow_extra_args(false)
      ->needs(program);
  verb.add_option("--results", request.executable.results,
                  "of an executable: where its runs are kept; default: Testing/Carpool here")
      ->needs(program);
  verb.add_option("--timeout", request.executable.test_timeout_s,
                  "of an executable: the limit of one method in seconds; default: 1500")
      ->needs(program)
      ->check(CLI::Range(0.001, 1'000'000.0));
  verb.add_option("--class", request.classes,
                  "of a target or executable: only this class (exact name; may be repeated)")
      ->allow_extra_args(false)
      ->excludes(build);
  verb.add_option("--method", request.methods,
                  "of a target or executable: only this Suite.Name (exact; may be repeated)")
      ->allow_extra_args(false)
      ->excludes(build);
  // Not `needs(build)`: in a build folder it need not be named.
  CLI::Option* const of_build[] = {
      verb.add_option("-R,--tests-regex", request.wishes.names,
                      "only names in which this is found, as with ctest"),
      verb.add_option("-E,--exclude-regex", request.wishes.names_left_out,
                      "none in which this is found"),
      verb.add_option("-L,--label-regex", request.wishes.labels,
                      "only tests with a label in which this is found"),
      verb.add_option("--label-exclude", request.wishes.labels_left_out,
                      "(also -LE) none with such a label"),
      verb.add_option("-C,--build-config", request.configuration,
                      "the configuration, where the generator builds several")};
  for (CLI::Option* const option : of_build) option->excludes(manifest)->excludes(program);
}

void add_selection(CLI::App& verb, RunRequest& request) {
  add_sources(verb, request);
  verb.add_flag("--rerun-failed", request.rerun_failed, "only what was red in the last run");
  verb.add_option("--shard", request.shard_text,
                  "the i-th of n parts that are about equally long, as i/n");
  verb.add_flag("--also-run-disabled", request.also_run_disabled, "run DISABLED_ tests too");
  for (CLI::Option* const option : verb.get_options()) {
    if (option->get_name() != "--help") option->group(kWhat);
  }
}

void add_course(CLI::App& verb, RunRequest& request) {
  CLI::Option* const options[] = {
      verb.add_option("-j,--jobs", request.jobs,
                      "workers alive at once; default: one for each core, with one --class the "
                      "target's WORKERS")
          ->check(CLI::Range(1, 1024)),
      verb.add_flag(
          "--shuffle{" + std::string(kAnySeed) + "}", request.shuffle,
          "in an order by chance, in each run of --repeat in another; --shuffle=<seed> is the "
          "same again"),
      verb.add_option("--repeat", request.repeat,
                      "run so many times, each with a report of its own, until one is red")
          ->check(CLI::Range(1, 9999)),
      verb.add_flag("--fail-fast", request.fail_fast,
                    "begin nothing more once something is red; the rest is not_run")};
  for (CLI::Option* const option : options) option->group(kHow);
}

void add_internals(CLI::App& verb, RunRequest& request) {
  CLI::Option* const options[] = {
      verb.add_flag("--under-ctest", request.under_ctest,
                    "this is an entry of a ctest run: share its run directory"),
      verb.add_option("--all-skipped-exit-code", request.all_skipped_exit_code,
                      "exit with this code where every method was skipped")
          ->check(CLI::Range(0, 125)),
      verb.add_flag("--direct", request.direct,
                    "become the test executable, with the one --method: for debuggers"),
      verb.add_option(
          "--without-broker", request.without_broker,
          "an entry of one method runs by itself, for this reason (carpool-exec says it)")};
  for (CLI::Option* const option : options) option->group(kForEntries);
}

}  // namespace

void add_run_options(CLI::App& verb, RunRequest& request) {
  add_selection(verb, request);
  add_course(verb, request);
  add_internals(verb, request);
  verb.footer(kFooter);
}

Result<void> complete_run_request(RunRequest& request, const std::filesystem::path& here) {
  const bool is_named =
      !request.manifest.empty() || !request.build.empty() || !request.executable.program.empty();
  if (!is_named && !(request.classes.empty() && request.methods.empty())) {
    return Error{"--class and --method need a target, --manifest <file> (" +
                 std::string(kWhereManifestsAre) +
                 "), or an executable; -R picks by name in a build "
                 "folder"};
  }
  std::error_code ignored;
  if (!is_named && std::filesystem::is_regular_file(here / "CMakeCache.txt", ignored)) {
    request.build = here;
  } else if (!is_named) {
    return Error{"what is to be run is missing: give --build <folder>, --manifest <file> (" +
                 std::string(kWhereManifestsAre) +
                 ") or an executable; `carpool run --help` tells more"};
  }
  if (!request.without_broker.empty() &&
      (request.manifest.empty() || request.methods.size() != 1)) {
    return Error{"--without-broker is for one --method of a --manifest"};
  }
  if (const auto fine = refuse_choices(request.executable); !fine) return fine.error();
  const std::string wrong = read_numbers(request);
  if (!wrong.empty()) return Error{wrong};
  return {};
}

}  // namespace carpool
