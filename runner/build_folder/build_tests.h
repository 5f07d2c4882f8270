#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "build_folder/entry_filter.h"
#include "manifest/ctest_listing.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"
#include "schedule/run_plan.h"

namespace carpool {

// A target as its build has described it.
struct DescribedTarget {
  TargetManifest manifest;
  TestList tests;
};
using DescribeTarget = std::function<Result<DescribedTarget>(const std::filesystem::path&)>;

// What was picked of a build folder's tests.
struct BuildTests {
  std::vector<TargetPlan> targets;
  std::vector<PlannedClass> classes;  // in CTest's order
  std::vector<std::string> not_ours;  // picked entries that no live worker can run, by name
  std::vector<std::string> problems;  // what was picked and is not there to be run, in words
  std::vector<std::string> warnings;  // about how tests were set up
};

// Sorts the entries of a build folder into what is to be run. `describe` reads a manifest and its
// test list.
BuildTests pick_build_tests(const std::vector<CTestEntry>& entries, const EntryFilter& filter,
                            bool also_run_disabled, const DescribeTarget& describe);

}  // namespace carpool
