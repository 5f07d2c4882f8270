#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "manifest/ctest_listing.h"
#include "manifest/test_environment.h"

namespace carpool {

// What CTest would do for an entry's process before it starts it. Entries that differ in it cannot
// share workers.
struct EntryPlace {
  EnvironmentChanges environment;
  // Of single methods only; else the manifest's.
  std::filesystem::path working_directory;
  bool has_limit = false;  // TIMEOUT is set; no `limit` then: there is none
  std::optional<std::chrono::milliseconds> limit;

  bool operator==(const EntryPlace&) const = default;
};

// `is_method`: whether the entry is that of a single method, whose properties speak of just that.
Result<EntryPlace> entry_place(const CTestEntry& entry, bool is_method);

// Why a test can be run by CTest only, in words; empty where it can be run without. `entries`: all
// of the build folder.
std::string why_left_to_ctest(const CTestEntry& entry, const std::vector<CTestEntry>& entries);

// Locks that the user gave it: Carpool's own, which keep CTest from starting what could only wait,
// are left out.
std::vector<std::string> resource_locks(const CTestEntry& entry);

// The number that CTest keeps processors for; 1 where it says nothing.
int processors(const CTestEntry& entry);

}  // namespace carpool
