#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace carpool {

// What the user asked of `carpool run`.
struct RunRequest {
  std::filesystem::path manifest;
  std::vector<std::string> classes;  // exact names; empty for all
  std::vector<std::string> methods;  // exact `Suite.Name`; empty for all
  bool under_ctest = false;
  int jobs =
      0;  // workers alive at once; 0: WORKERS with one class, else as many as there are cores
  bool also_run_disabled = false;
  int all_skipped_exit_code = 0;
  bool direct = false;         // become the test executable
  std::string without_broker;  // why a METHOD entry runs by itself; empty where it is none
  std::vector<std::string> command_line;  // for the journal
};

}  // namespace carpool
