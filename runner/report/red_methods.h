#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <tuple>

#include "base/result.h"

namespace carpool {

// Target, class and method.
using MethodKey = std::tuple<std::string, std::string, std::string>;

// What a report says is to be run again: its red methods, and all of a class that is red while none
// of its methods is (its tear-down failed).
Result<std::set<MethodKey>> red_methods(const std::filesystem::path& report);

}  // namespace carpool
