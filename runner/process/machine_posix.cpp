#include <glob.h>
#include <sched.h>
#include <stdlib.h>

#include <algorithm>
#include <set>
#include <thread>

#include "process/machine.h"

namespace carpool {

int usable_processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  // More of them than the set has room for.
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::size_t count_files(const std::vector<std::string>& globs) {
  std::set<std::string> found;
  for (const std::string& pattern : globs) {
    glob_t matches{};
    if (glob(pattern.c_str(), 0, nullptr, &matches) == 0) {
      found.insert(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
    }
    globfree(&matches);
  }
  return found.size();
}

std::vector<double> load_average() {
  double figures[3];
  const int count = getloadavg(figures, 3);
  if (count <= 0) return {};
  return std::vector<double>(figures, figures + count);
}

}  // namespace carpool
