#include "discovery/ctest_file.h"

#include <algorithm>
#include <unordered_set>

#include "base/script_argument.h"

namespace carpool {
namespace {

// Red, green and skipped are told apart by the runner's own exit code, never by what tests print.
constexpr char kAllSkippedExitCode[] = "77";

// Deadlines are the runner's business. CTest's own is the longest that it takes for a limit (0
// would mean "none" only since CMake 3.31): 11 days.
constexpr char kEntryTimeout[] = "1000000";

constexpr char kReportFixture[] = "carpool_report";

// CTest keeps names in line-based files, so a control character in one is shown as its escape. It
// pads all lines to the longest name, so a very long one is shown by its beginning.
std::string printable(std::string_view name) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  constexpr std::size_t kLongest = 200;
  std::string text;
  if (name.size() > kLongest) return printable(name.substr(0, kLongest - 3)) + "...";
  for (const char character : name) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte >= 0x20 && byte != 0x7F) {
      text += character;
    } else {
      text += "\\x";
      text += kDigits[byte >> 4];
      text += kDigits[byte & 15];
    }
  }
  return text;
}

// Gives each class an entry name that no other has.
class EntryNames {
 public:
  explicit EntryNames(const TargetManifest& manifest) : manifest_(manifest) {}

  std::string name_for(const std::string& class_name) {
    const std::string name = printable(manifest_.entry_prefix + manifest_.target + "." +
                                       class_name + manifest_.entry_suffix);
    std::string unique = name;
    for (int number = 2; !taken_.insert(unique).second; ++number) {
      unique = name + "#" + std::to_string(number);
    }
    return unique;
  }

 private:
  const TargetManifest& manifest_;
  std::unordered_set<std::string> taken_;
};

void append_property(std::string& command, std::string_view name, std::string_view value) {
  command += "  " + std::string(name) + " " + script_argument(value) + "\n";
}

// The user's properties, with what Carpool adds to them.
std::string target_properties(const TargetManifest& manifest) {
  std::string text;
  std::string fixtures;
  bool has_processors = false;
  for (const auto& [name, value] : manifest.properties) {
    if (name == "FIXTURES_REQUIRED") {
      if (!value.empty()) fixtures += value + ";";
      continue;
    }
    has_processors = has_processors || name == "PROCESSORS";
    append_property(text, script_argument(name), value);
  }
  if (!has_processors)
    append_property(text, "PROCESSORS", std::to_string(manifest.workers * manifest.world_size));
  append_property(text, "FIXTURES_REQUIRED", fixtures + kReportFixture);
  append_property(text, "WORKING_DIRECTORY", manifest.working_directory.string());
  append_property(text, "TIMEOUT", kEntryTimeout);
  append_property(text, "SKIP_RETURN_CODE", kAllSkippedExitCode);
  return text;
}

std::string class_properties(const TestClass& test_class) {
  std::string text;
  const bool all_disabled = std::ranges::all_of(test_class.methods, &TestMethod::disabled);
  if (all_disabled) append_property(text, "DISABLED", "TRUE");
  const auto located = std::ranges::find_if(
      test_class.methods, [](const TestMethod& method) { return !method.file.empty(); });
  if (located != test_class.methods.end()) {
    append_property(text, "DEF_SOURCE_LINE", located->file + ":" + std::to_string(located->line));
  }
  return text;
}

// A class name may look like an option.
std::string class_option(const std::string& name) {
  if (name.starts_with('-')) return script_argument("--class=" + name);
  return "--class " + script_argument(name);
}

// Adds the names to the list variable, which the including script has begun. A CMake list cannot
// hold an unbalanced bracket, so as with gtest_discover_tests() names with brackets are not in it.
std::string list_command(const std::string& variable, const std::vector<std::string>& names) {
  std::string command = "list(APPEND " + script_argument(variable);
  for (const std::string& name : names) {
    if (name.find_first_of("[]") != std::string::npos) continue;
    std::string item;
    for (const char byte : name) {
      if (byte == ';') item += '\\';
      item += byte;
    }
    command += "\n  " + script_argument(item);
  }
  return command + ")\n";
}

// Without entries a ctest would be green and silent: CTestEntries.cmake makes one of this that is
// shown as skipped.
std::string empty_text(const TargetManifest& manifest) {
  const std::string reason = manifest.test_filter.empty()
                                 ? manifest.target + " has no tests."
                                 : "No test of " + manifest.target + " matches TEST_FILTER \"" +
                                       manifest.test_filter + "\".";
  return "set(_carpool_why_empty " + script_argument(printable(reason)) + ")\n";
}

}  // namespace

std::string ctest_file(const TargetManifest& manifest, const std::filesystem::path& manifest_file,
                       const TestList& tests, const std::filesystem::path& runner) {
  const std::string command = script_argument(runner.string()) + " run --manifest " +
                              script_argument(manifest_file.string()) +
                              " --under-ctest --all-skipped-exit-code " + kAllSkippedExitCode + " ";
  const std::string shared_properties = target_properties(manifest);
  EntryNames entry_names(manifest);
  std::vector<std::string> names;
  std::string text = "# The entries of " + printable(manifest.target) +
                     ". Written by `carpool discover`; changes are lost with the next build.\n";
  text += tests.classes.empty() ? empty_text(manifest) : "set(_carpool_has_entries TRUE)\n";
  for (const TestClass& test_class : tests.classes) {
    names.push_back(entry_names.name_for(test_class.name));
    const std::string name = script_argument(names.back());
    text += "add_test(" + name + " " + command + class_option(test_class.name) + ")\n";
    text += "set_tests_properties(" + name + " PROPERTIES\n" + shared_properties +
            class_properties(test_class) + ")\n";
  }
  return text + list_command(manifest.test_list_variable, names);
}

}  // namespace carpool
