#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace carpool {

// An ordinary GoogleTest executable that a user names, and how it is to be run.
struct PlainExecutable {
  std::filesystem::path program;
  std::vector<std::string> arguments;  // for it
  std::filesystem::path results;       // empty: Testing/Carpool in the current directory
  double test_timeout_s = 1'500;       // CTest's own default
};

// An error where the arguments for the executable choose its tests, which Carpool has to know:
// wrong usage, and what to write instead.
Result<void> refuse_choices(const PlainExecutable& what);

// Lists its tests and writes a manifest and a test list of it into the results folder, as a build
// does for a target of add_continuous_test(). Gives the manifest's file. The error says what the
// executable did instead.
Result<std::filesystem::path> describe_plain_executable(const PlainExecutable& what);

}  // namespace carpool
