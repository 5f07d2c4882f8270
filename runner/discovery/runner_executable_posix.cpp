#include "discovery/runner_executable.h"

namespace carpool {

Result<std::filesystem::path> runner_executable() {
  std::error_code trouble;
  std::filesystem::path file = std::filesystem::read_symlink("/proc/self/exe", trouble);
  if (trouble) return Error{"cannot find the runner's own file: " + trouble.message()};
  return file;
}

}  // namespace carpool
