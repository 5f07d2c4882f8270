#include "build_folder/entry_settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

namespace carpool {
namespace {

// The entry that sets a fixture up; null where nobody does, which CTest takes for no need of it.
const CTestEntry* set_up_of(const std::string& fixture, const std::vector<CTestEntry>& entries) {
  for (const CTestEntry& entry : entries) {
    const auto& given = entry.items("FIXTURES_SETUP");
    if (std::ranges::find(given, fixture) != given.end()) return &entry;
  }
  return nullptr;
}

}  // namespace

Result<EntryPlace> entry_place(const CTestEntry& entry, bool is_method) {
  auto environment = test_environment(entry.items("ENVIRONMENT"),
                                      entry.items("ENVIRONMENT_MODIFICATION"), entry.name);
  if (!environment) return environment.error();
  EntryPlace place;
  place.environment = std::move(*environment);
  if (!is_method) return place;
  if (const auto& directory = entry.items("WORKING_DIRECTORY"); !directory.empty()) {
    place.working_directory = directory.front();
  }
  if (const auto& limit = entry.items("TIMEOUT"); !limit.empty()) {
    const double seconds = std::strtod(limit.front().c_str(), nullptr);
    place.has_limit = true;
    // 0 means none to CTest.
    if (seconds > 0) place.limit = std::chrono::milliseconds(std::llround(seconds * 1000));
  }
  return place;
}

std::string why_left_to_ctest(const CTestEntry& entry, const std::vector<CTestEntry>& entries) {
  for (const char* const property : {"WILL_FAIL", "PASS_REGULAR_EXPRESSION",
                                     "FAIL_REGULAR_EXPRESSION", "SKIP_REGULAR_EXPRESSION"}) {
    if (!entry.is_set(property)) continue;
    if (std::string_view(property) == "WILL_FAIL" && !entry.is_true(property)) continue;
    return "judged by " + std::string(property) + ", which only ctest does: run it with ctest";
  }
  for (const std::string& fixture : entry.items("FIXTURES_REQUIRED")) {
    if (const CTestEntry* const set_up = set_up_of(fixture, entries)) {
      return "needs the fixture \"" + fixture + "\", which the test \"" + set_up->name +
             "\" sets up: run it with ctest";
    }
  }
  // CTest looks for them from where it starts the test.
  const auto& directory = entry.items("WORKING_DIRECTORY");
  const std::filesystem::path start = directory.empty() ? "" : directory.front();
  for (const std::string& file : entry.items("REQUIRED_FILES")) {
    std::error_code ignored;
    if (!std::filesystem::exists(start / file, ignored)) {
      return "the file \"" + file + "\" does not exist (REQUIRED_FILES)";
    }
  }
  return {};
}

std::vector<std::string> resource_locks(const CTestEntry& entry) {
  std::vector<std::string> locks;
  for (const std::string& name : entry.items("RESOURCE_LOCK")) {
    if (!name.empty() && !name.starts_with("carpool.")) locks.push_back(name);
  }
  return locks;
}

int processors(const CTestEntry& entry) {
  const auto& items = entry.items("PROCESSORS");
  int number = 1;
  if (!items.empty()) {
    std::from_chars(items[0].data(), items[0].data() + items[0].size(), number);
  }
  return std::max(number, 1);
}

}  // namespace carpool
