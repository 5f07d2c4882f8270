#include "command_line/unbuilt_targets.h"

#include <system_error>

#include "base/counted.h"

namespace carpool {

std::vector<std::string> unbuilt_in_words(const RunPlan& plan,
                                          const std::filesystem::path& results) {
  std::vector<std::string> lines;
  for (std::size_t target = 0; target < plan.targets.size(); ++target) {
    const std::filesystem::path& executable = plan.targets[target].command.executable;
    std::error_code ignored;
    const bool is_run = plan.targets[target].skip_all.empty();
    if (!is_run || std::filesystem::exists(executable, ignored)) continue;
    std::string name;
    std::int64_t classes = 0;
    for (const PlannedClass& planned : plan.classes) {
      if (planned.target != target) continue;
      name = planned.tests.target;
      ++classes;
    }
    if (classes == 0) continue;
    const std::string none = ", none of its " + counted(classes, "class", "classes") +
                             " can run: there is no " + executable.string();
    if (plan.targets[target].has_plugin) {
      const std::filesystem::path build = results.parent_path().parent_path();
      lines.push_back(name + " is not built" + none + "; build it: cmake --build " +
                      build.string() + " --target " + name);
    } else {
      lines.push_back(name + " is gone" + none);
    }
  }
  return lines;
}

}  // namespace carpool
