#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace carpool {

// A process that outlived the worker it descends from.
struct LeftProcess {
  std::int64_t id = 0;
  std::string description;  // "<pid> <command line>"
};

// The descriptions of both, of each process once: one that leaves its group while that is looked
// through is found twice.
std::vector<std::string> descriptions(const std::vector<LeftProcess>& of_group,
                                      const std::vector<LeftProcess>& of_others);

}  // namespace carpool
