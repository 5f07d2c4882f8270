#include <unistd.h>

#include <fstream>

#include "process/parent_process.h"

namespace carpool {

long parent_process_id() { return getppid(); }

std::vector<std::string> parent_command_line() {
  std::ifstream file("/proc/" + std::to_string(getppid()) + "/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');) arguments.push_back(argument);
  return arguments;
}

}  // namespace carpool
