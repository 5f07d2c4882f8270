#include "command_line/plain_target.h"

#include <cmath>
#include <string_view>
#include <system_error>

#include "base/digest.h"
#include "manifest/googletest_documents.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"
#include "plain/plain_launcher.h"

namespace carpool {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kListingLimit{60};

// The program as a shell would find it, but only by its path: PATH holds no tests.
Result<fs::path> program_of(const PlainExecutable& what) {
  std::error_code problem;
  const fs::path program = fs::absolute(what.program, problem);
  const auto status = fs::status(program, problem);
  if (fs::is_directory(status)) {
    return Error{program.string() +
                 " is a folder, not an executable: for a build folder, write carpool run --build " +
                 what.program.string()};
  }
  if (!fs::is_regular_file(status)) {
    return Error{"there is no executable " + program.string()};
  }
  constexpr auto kExecutable =
      fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  if ((status.permissions() & kExecutable) == fs::perms::none) {
    return Error{program.string() + " may not be executed"};
  }
  return program;
}

// Of its own for each program and its arguments: several may run at once, and what is to be run
// again is found by it.
std::string place_of(const TargetManifest& manifest) {
  constexpr std::size_t kDigits = 8;
  Digest digest;
  digest.add(manifest.executable.string());
  digest.add(manifest.working_directory.string());
  for (const std::string& argument : manifest.extra_arguments) digest.add(argument);
  return manifest.target + "-" + std::string(digest.make().name, kDigits);
}

TargetManifest manifest_of(const PlainExecutable& what, const fs::path& program,
                           const fs::path& results) {
  TargetManifest manifest;
  manifest.target = program.filename().string();
  manifest.executable_target = manifest.target;
  manifest.executable = program;
  manifest.has_plugin = false;
  manifest.working_directory = fs::current_path();
  manifest.extra_arguments = what.arguments;
  manifest.test_timeout = std::chrono::milliseconds(std::llround(what.test_timeout_s * 1'000));
  manifest.results_directory = results;
  const fs::path place = results / "executables" / place_of(manifest);
  manifest.test_list = place / "tests.json";
  manifest.ctest_file = place / "entries.cmake";  // is not written: no CTest knows of it
  manifest.defined_in = "the command line";
  return manifest;
}

}  // namespace

Result<void> refuse_choices(const PlainExecutable& what) {
  for (const std::string& argument : what.arguments) {
    const std::string_view name = std::string_view(argument).substr(0, argument.find('='));
    if (name == "--gtest_filter" || name == "--gtest_list_tests") {
      return Error{argument +
                   " is not for `carpool`, which tells GoogleTest itself what to run: "
                   "choose by --class and --method, in front of the -- (`carpool run " +
                   what.program.string() + " --class Suite`)"};
    }
  }
  return {};
}

Result<fs::path> describe_plain_executable(const PlainExecutable& what) {
  const auto program = program_of(what);
  if (!program) return program.error();
  std::error_code problem;
  const fs::path results =
      fs::absolute(what.results.empty() ? fs::path("Testing") / "Carpool" : what.results, problem);
  const TargetManifest manifest = manifest_of(what, *program, results);

  const auto identity = identify_executable(*program);
  if (!identity) return identity.error();
  const auto listing = list_plain_tests({.launcher = {},
                                         .executable = *program,
                                         .arguments = manifest.extra_arguments,
                                         .working_directory = manifest.working_directory},
                                        kListingLimit);
  if (!listing) return listing.error();
  auto classes = parse_googletest_list(*listing);
  if (!classes) {
    return classes.error().within("cannot read what " + program->string() + " lists");
  }
  const TestList tests{.executable = *identity,
                       .framework = "googletest",
                       .framework_version = "",
                       .classes = std::move(*classes)};
  if (const auto written = write_test_list(tests, manifest.test_list); !written) {
    return written.error();
  }
  const fs::path file = manifest.test_list.parent_path() / "manifest.json";
  if (const auto written = write_plain_manifest(manifest, file); !written) return written.error();
  return file;
}

}  // namespace carpool
