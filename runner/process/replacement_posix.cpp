#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "process/replacement.h"

namespace carpool {

Error become(const SpawnRequest& request) {
  for (const auto& [name, value] : request.environment) {
    if (value) {
      setenv(name.c_str(), value->c_str(), 1);
    } else {
      unsetenv(name.c_str());
    }
  }
  const std::string& directory = request.working_directory.string();
  if (!directory.empty() && chdir(directory.c_str()) != 0) {
    return Error{"cannot enter the working directory " + directory + ": " + std::strerror(errno)};
  }
  std::vector<std::string> arguments = request.arguments;
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execvp(pointers.front(), pointers.data());
  return Error{"cannot start " + request.arguments.front() + ": " + std::strerror(errno)};
}

}  // namespace carpool
