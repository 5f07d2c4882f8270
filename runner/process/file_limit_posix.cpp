#include <dirent.h>
#include <sys/resource.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include "process/file_limit.h"

namespace carpool {
namespace {

// A pipe, a socket pair, the process itself; while it is being started, the far ends and a pipe
// that tells of its failure, too.
constexpr rlim_t kForWorker = 7;
// Journal, report, what asks for symbols.
constexpr rlim_t kForTheRest = 4;

rlim_t open_files() {
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir("/proc/self/fd"), closedir);
  if (!directory) return 3;
  rlim_t count = 0;
  while (readdir(directory.get())) ++count;
  return count - 3;  // ".", ".." and the directory's own
}

rlim_t most_open_files() {
  rlimit limit{};
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

}  // namespace

int workers_that_fit() {
  const rlim_t most = most_open_files();
  const rlim_t others = open_files() + kForTheRest;
  if (most == RLIM_INFINITY) return std::numeric_limits<int>::max();
  if (most <= others) return 0;
  return static_cast<int>(
      std::min<rlim_t>((most - others) / kForWorker, std::numeric_limits<int>::max()));
}

Result<void> expect_files_for(int workers) {
  if (workers_that_fit() >= workers) return {};
  const rlim_t needed = open_files() + kForTheRest + kForWorker * static_cast<rlim_t>(workers);
  return Error{"no more than " + std::to_string(most_open_files()) +
               " files may be open at once (ulimit -n), but " + std::to_string(workers) +
               (workers == 1 ? " worker takes " : " workers at once take ") +
               std::to_string(needed) + ": raise the limit" +
               (workers == 1 ? "" : ", or ask for fewer workers by -j")};
}

}  // namespace carpool
