#include "discovery/method_entries.h"

#include <algorithm>

#include "base/script_argument.h"
#include "discovery/method_names.h"
#include "manifest/isolate_globs.h"

namespace carpool {
namespace {

// A name of CTest's resources, which stand in a CMake list.
std::string resource_name(std::string_view text) {
  std::string name = without_controls(text);
  std::ranges::replace_if(
      name,
      [](char byte) { return std::string_view(";[]\\\"$").find(byte) != std::string_view::npos; },
      '_');
  return name;
}

// Keeps CTest from starting more methods of a class at once than there are workers for them: those
// that it would start all the same could only wait, each in a place that another class could use.
class ClassLocks {
 public:
  ClassLocks(const TargetManifest& manifest, const TestClass& test_class)
      : manifest_(manifest),
        stem_(resource_name("carpool." + manifest.target + "." + test_class.name + "#")) {}

  // Of the next method; empty for one that shares nothing.
  std::string next(const std::string& full_name) {
    if (is_isolated(manifest_, full_name)) return {};
    return stem_ + std::to_string(methods_++ % manifest_.workers);
  }

 private:
  const TargetManifest& manifest_;
  std::string stem_;
  int methods_ = 0;
};

// What all entries of a target have.
struct SharedProperties {
  std::string lines;
  std::string resource_lock;  // the user's own; the methods add theirs to it
};

SharedProperties shared_properties(const TargetManifest& manifest) {
  SharedProperties shared;
  std::string fixtures;
  bool has_skip_code = false;
  bool has_processors = false;
  shared.lines = property_line("WORKING_DIRECTORY", manifest.working_directory.string());
  for (const auto& [name, value] : manifest.properties) {
    has_skip_code = has_skip_code || name == "SKIP_RETURN_CODE";
    has_processors = has_processors || name == "PROCESSORS";
    if (name == "FIXTURES_REQUIRED") {
      if (!value.empty()) fixtures += value + ";";
    } else if (name == "RESOURCE_LOCK") {
      if (!value.empty()) shared.resource_lock += value + ";";
    } else {
      shared.lines += property_line(script_argument(name), value);
    }
  }
  shared.lines += property_line("FIXTURES_REQUIRED", fixtures + kReportFixture);
  // Not by gtest_discover_tests()'s regular expression: a test that prints "[  SKIPPED ]" and fails
  // would be green.
  if (!has_skip_code) shared.lines += property_line("SKIP_RETURN_CODE", kAllSkippedExitCode);
  if (!has_processors && manifest.world_size > 1) {
    shared.lines += property_line("PROCESSORS", std::to_string(manifest.world_size));
  }
  return shared;
}

std::string method_properties(const TestMethod& method, const SharedProperties& shared,
                              const std::string& lock) {
  std::string text;
  // GoogleTest's own word for it. gtest_discover_tests() runs those of a parameterised suite that
  // is DISABLED_, since it looks at the beginning of Instantiation/DISABLED_Suite only.
  if (method.disabled) text += property_line("DISABLED", "TRUE");
  if (!method.file.empty()) {
    text += property_line("DEF_SOURCE_LINE", method.file + ":" + std::to_string(method.line));
  }
  text += shared.lines;
  std::string locks = shared.resource_lock + lock;
  if (locks.ends_with(';')) locks.pop_back();
  if (!locks.empty()) text += property_line("RESOURCE_LOCK", locks);
  return text;
}

}  // namespace

void add_method_entries(EntryScript& script, const TargetManifest& manifest,
                        const std::filesystem::path& manifest_file, const TestList& tests,
                        const std::filesystem::path& runner) {
  const std::string command = script_argument((runner.parent_path() / "carpool-exec").string()) +
                              " " + script_argument(manifest_file.string()) + " ";
  const NamingRules rules = naming_rules(manifest.cmake_version);
  const SharedProperties shared = shared_properties(manifest);
  for (const TestClass& test_class : tests.classes) {
    ClassLocks locks(manifest, test_class);
    for (const TestMethod& method : test_class.methods) {
      const std::string full_name = test_class.name + "." + method.name;
      const std::string name = manifest.entry_prefix +
                               method_name(manifest, rules, test_class, method) +
                               manifest.entry_suffix;
      script.add(without_controls(name, "\t"), command + script_argument(full_name),
                 method_properties(method, shared, locks.next(full_name)));
    }
  }
}

}  // namespace carpool
