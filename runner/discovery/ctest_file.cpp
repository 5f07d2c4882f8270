#include "discovery/ctest_file.h"

#include <algorithm>
#include <charconv>

#include "base/script_argument.h"
#include "base/utf8.h"
#include "discovery/entry_script.h"
#include "discovery/method_entries.h"

namespace carpool {
namespace {

// Deadlines are the runner's business. CTest's own is the longest that it takes for a limit (0
// would mean "none" only since CMake 3.31): 11 days.
constexpr char kEntryTimeout[] = "1000000";

// CTest pads all lines to the longest name, so a very long one is shown by its beginning.
std::string entry_text(std::string_view name) {
  constexpr std::size_t kLongest = 200;
  if (name.size() > kLongest) return without_controls(beginning(name, kLongest - 3)) + "...";
  return without_controls(name);
}

// Of several, CTest takes the last one.
const std::string* find_property(const TargetManifest& manifest, std::string_view wanted) {
  const std::string* found = nullptr;
  for (const auto& [name, value] : manifest.properties) {
    if (name == wanted) found = &value;
  }
  return found;
}

// The user's properties, with what Carpool adds to them, of entries that run many methods.
std::string target_properties(const TargetManifest& manifest) {
  std::string text;
  std::string fixtures;
  for (const auto& [name, value] : manifest.properties) {
    if (name == "FIXTURES_REQUIRED") {
      if (!value.empty()) fixtures += value + ";";
      continue;
    }
    text += property_line(script_argument(name), value);
  }
  if (!find_property(manifest, "PROCESSORS")) {
    text += property_line("PROCESSORS", std::to_string(manifest.workers * manifest.world_size));
  }
  text += property_line("FIXTURES_REQUIRED", fixtures + kReportFixture);
  text += property_line("WORKING_DIRECTORY", manifest.working_directory.string());
  text += property_line("TIMEOUT", kEntryTimeout);
  text += property_line("SKIP_RETURN_CODE", kAllSkippedExitCode);
  return text;
}

bool all_disabled(const TestClass& test_class) {
  return std::ranges::all_of(test_class.methods, &TestMethod::disabled);
}

std::string place(const TestClass& test_class) {
  const auto located = std::ranges::find_if(
      test_class.methods, [](const TestMethod& method) { return !method.file.empty(); });
  if (located == test_class.methods.end()) return {};
  return property_line("DEF_SOURCE_LINE", located->file + ":" + std::to_string(located->line));
}

std::string run_command(const std::filesystem::path& manifest_file,
                        const std::filesystem::path& runner) {
  return script_argument(runner.string()) + " run --manifest " +
         script_argument(manifest_file.string()) + " --under-ctest --all-skipped-exit-code " +
         kAllSkippedExitCode + " ";
}

// A class name may look like an option.
std::string class_option(const std::string& name) {
  if (name.starts_with('-')) return script_argument("--class=" + name);
  return "--class " + script_argument(name);
}

void add_class_entries(EntryScript& script, const TargetManifest& manifest, const TestList& tests,
                       const std::string& command) {
  const std::string properties = target_properties(manifest);
  for (const TestClass& test_class : tests.classes) {
    const std::string disabled =
        all_disabled(test_class) ? property_line("DISABLED", "TRUE") : std::string();
    script.add(entry_text(manifest.entry_prefix + manifest.target + "." + test_class.name +
                          manifest.entry_suffix),
               command + class_option(test_class.name), properties + disabled + place(test_class));
  }
}

// As many as CTest keeps processors for; of the user's number, as CTest reads it.
int target_slots(const TargetManifest& manifest) {
  constexpr int kMost = 1024;  // that `carpool run` takes
  int slots = manifest.workers;
  if (const std::string* const given = find_property(manifest, "PROCESSORS")) {
    slots = 1;
    std::from_chars(given->data(), given->data() + given->size(), slots);
    slots /= manifest.world_size;
  }
  return std::clamp(slots, 1, kMost);
}

void add_target_entry(EntryScript& script, const TargetManifest& manifest, const TestList& tests,
                      const std::string& command) {
  if (tests.classes.empty()) return;
  std::string properties = target_properties(manifest);
  if (std::ranges::all_of(tests.classes, all_disabled)) {
    properties += property_line("DISABLED", "TRUE");
  }
  const auto located = std::ranges::find_if(
      tests.classes, [](const TestClass& test_class) { return !place(test_class).empty(); });
  if (located != tests.classes.end()) properties += place(*located);
  script.add(entry_text(manifest.entry_prefix + manifest.executable_target + manifest.entry_suffix),
             command + "-j " + std::to_string(target_slots(manifest)), properties);
}

// Without entries a ctest would be green and silent: CTestEntries.cmake makes one of this that is
// shown as skipped.
std::string empty_text(const TargetManifest& manifest) {
  const std::string reason = manifest.test_filter.empty()
                                 ? manifest.target + " has no tests."
                                 : "No test of " + manifest.target + " matches TEST_FILTER \"" +
                                       manifest.test_filter + "\".";
  return "set(_carpool_why_empty " + script_argument(entry_text(reason)) + ")\n";
}

}  // namespace

std::string ctest_file(const TargetManifest& manifest, const std::filesystem::path& manifest_file,
                       const TestList& tests, const std::filesystem::path& runner) {
  std::string text = "# The entries of " + entry_text(manifest.target) +
                     ". Written by `carpool discover`; changes are lost with the next build.\n";
  text += tests.classes.empty() ? empty_text(manifest) : "set(_carpool_has_entries TRUE)\n";
  EntryScript script;
  switch (manifest.granularity) {
    case Granularity::kClass:
      add_class_entries(script, manifest, tests, run_command(manifest_file, runner));
      break;
    case Granularity::kMethod:
      add_method_entries(script, manifest, manifest_file, tests, runner);
      break;
    case Granularity::kTarget:
      add_target_entry(script, manifest, tests, run_command(manifest_file, runner));
      break;
  }
  return text + script.text(manifest.test_list_variable);
}

}  // namespace carpool
