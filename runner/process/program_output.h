#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace carpool {

// Whether a program of this name can be found in PATH.
bool in_path(const std::string& program);

// What a program prints on its standard output and error, at most 64 KiB, until it ends or the
// deadline passes; it is killed then. Empty where it cannot be started.
std::string program_output(const std::vector<std::string>& arguments,
                           std::chrono::steady_clock::time_point deadline);

}  // namespace carpool
