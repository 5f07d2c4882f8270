#include <unistd.h>

#include <fstream>

#include "process/parent_process.h"

namespace carpool {
namespace {

std::vector<std::string> command_line_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');) arguments.push_back(argument);
  return arguments;
}

}  // namespace

long parent_process_id() { return getppid(); }

std::vector<std::string> own_command_line() { return command_line_of("self"); }

std::vector<std::string> parent_command_line() {
  return command_line_of(std::to_string(getppid()));
}

}  // namespace carpool
