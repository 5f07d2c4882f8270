#include "discovery/discovery.h"

#include <algorithm>

#include "discovery/ctest_file.h"
#include "discovery/listing_process.h"
#include "discovery/listing_trouble.h"
#include "manifest/isolate_globs.h"
#include "manifest/test_list.h"
#include "manifest/whole_file.h"

namespace carpool {
namespace {

// With one executable for each class, a filter leaves most of them empty: worth a word only where
// it leaves all of them so. While one is not listed yet, nobody knows; the last one listed tells.
bool siblings_may_have_tests(const TargetManifest& manifest) {
  return std::ranges::any_of(manifest.sibling_test_lists, [](const std::filesystem::path& file) {
    const Result<TestList> tests = read_test_names(file);
    return !tests || !tests->classes.empty();
  });
}

Result<TestList> list_tests(const TargetManifest& manifest, std::string& warning) {
  // Before the run: a file that changes meanwhile must count as changed.
  const Result<ExecutableIdentity> identity = identify_executable(manifest.executable);
  if (!identity) return identity.error();
  Result<ListingRun> run = run_listing(manifest);
  if (!run) return run.error();
  if (const auto trouble = listing_trouble(*run, manifest)) return *trouble;
  warning = listing_warning(*run, manifest);
  TestList tests = std::move(run->listing).result();
  tests.executable = *identity;
  tests.unmatched_isolate = unmatched_isolate(manifest, tests.classes);
  return tests;
}

std::vector<std::string> worth_saying(std::string warning, const TargetManifest& manifest,
                                      const TestList& tests) {
  if (tests.classes.empty() && siblings_may_have_tests(manifest)) warning.clear();
  std::vector<std::string> warnings;
  if (!tests.classes.empty()) warnings = isolate_warnings(manifest, tests);
  if (!warning.empty()) warnings.push_back(std::move(warning));
  return warnings;
}

Result<Discovery> discover_anew(const TargetManifest& manifest,
                                const std::filesystem::path& manifest_file,
                                const std::filesystem::path& runner) {
  Discovery discovery;
  std::string warning;
  const Result<TestList> tests = list_tests(manifest, warning);
  if (!tests) return tests.error();
  discovery.classes = tests->classes.size();
  for (const TestClass& test_class : tests->classes) discovery.methods += test_class.methods.size();
  const Result<void> list_written = write_test_list(*tests, manifest.test_list);
  if (!list_written) return list_written.error();
  // Only now: of executables listed at the same time, the last one to look sees all lists.
  discovery.warnings = worth_saying(std::move(warning), manifest, *tests);
  const Result<void> file_written =
      write_whole_file(manifest.ctest_file, ctest_file(manifest, manifest_file, *tests, runner));
  if (!file_written) return file_written.error();
  return discovery;
}

}  // namespace

Result<Discovery> discover(const TargetManifest& manifest,
                           const std::filesystem::path& manifest_file,
                           const std::filesystem::path& runner) {
  Result<Discovery> discovery = discover_anew(manifest, manifest_file, runner);
  if (!discovery) {
    std::error_code ignored;
    std::filesystem::remove(manifest.ctest_file, ignored);
    std::filesystem::remove(manifest.test_list, ignored);
    return discovery.error().within("cannot list the tests of " + manifest.executable.string());
  }
  return discovery;
}

}  // namespace carpool
