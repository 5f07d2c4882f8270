#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "command_line/verbs.h"
#include "discovery/discovery.h"
#include "discovery/runner_executable.h"
#include "manifest/target_manifest.h"

namespace carpool {
namespace {

constexpr char kExample[] =
    "Example:\n"
    "  carpool discover --manifest build/carpool.tests/core_tests/manifest.json\n";

// Behind a message of several lines it has a line of its own: the last one may be what a test
// printed.
std::string place_of_call(const std::string& message, const std::string& defined_in) {
  if (defined_in.empty()) return "";
  const std::string place = "add_continuous_test() in " + defined_in;
  return message.find('\n') != std::string::npos ? "\n  " + place : " (" + place + ")";
}

ExitCode fail(const Error& error, const std::string& defined_in) {
  std::fprintf(stderr, "carpool discover: %s%s\n", error.message.c_str(),
               place_of_call(error.message, defined_in).c_str());
  return ExitCode::kCannotRun;
}

ExitCode discover_tests(const std::filesystem::path& manifest_file) {
  const Result<TargetManifest> manifest = read_target_manifest(manifest_file);
  if (!manifest) return fail(manifest.error(), "");
  const Result<std::filesystem::path> runner = runner_executable();
  if (!runner) return fail(runner.error(), "");
  const Result<Discovery> discovery =
      discover(*manifest, std::filesystem::absolute(manifest_file), *runner);
  if (!discovery) return fail(discovery.error(), manifest->defined_in);
  for (const std::string& warning : discovery->warnings) {
    std::fprintf(stderr, "carpool discover: warning: %s%s\n", warning.c_str(),
                 place_of_call(warning, manifest->defined_in).c_str());
  }
  return ExitCode::kGreen;
}

}  // namespace

VerbAction add_discover_verb(CLI::App& program) {
  CLI::App* const verb = program.add_subcommand(
      "discover", "List an executable's tests and write its CTest entries (builds call this)");
  const auto manifest_file = std::make_shared<std::string>();
  verb->add_option(
          "--manifest", *manifest_file,
          "the target's manifest.json: it lies in carpool.tests/<target> of the build folder, "
          "or of its subdirectory where a subdirectory makes the target")
      ->required();
  verb->footer(kExample);
  return [manifest_file] { return discover_tests(*manifest_file); };
}

}  // namespace carpool
