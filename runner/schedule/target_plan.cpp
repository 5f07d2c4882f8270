#include "schedule/target_plan.h"

#include "process/machine.h"

namespace carpool {

WorkerCommand worker_command(const TargetManifest& manifest) {
  WorkerCommand command{.launcher = manifest.launcher,
                        .executable = manifest.executable,
                        .arguments = {"--gtest_filter=*", "--gtest_also_run_disabled_tests"},
                        .working_directory = manifest.working_directory};
  command.arguments.insert(command.arguments.end(), manifest.extra_arguments.begin(),
                           manifest.extra_arguments.end());
  return command;
}

SessionRules session_rules(const TargetManifest& manifest) {
  return {.keep_worker_between_classes = manifest.reuse == Reuse::kTarget,
          .recycle_after = manifest.recycle_after.value_or(0),
          .limits = {.start_up = manifest.startup_timeout,
                     .method = manifest.test_timeout,
                     .peer_grace = manifest.peer_grace}};
}

std::string what_this_machine_lacks(const TargetManifest& manifest) {
  const int processors = usable_processors();
  if (processors < manifest.min_processors) {
    return "needs " + std::to_string(manifest.min_processors) + " processors (MIN_PROCESSORS), " +
           std::to_string(processors) + " may be used here";
  }
  if (manifest.min_devices == 0) return {};
  const std::size_t devices = count_files(manifest.devices);
  if (devices >= static_cast<std::size_t>(manifest.min_devices)) return {};
  std::string globs;
  for (const std::string& pattern : manifest.devices) globs += " " + pattern;
  return "needs " + std::to_string(manifest.min_devices) + " devices (MIN_DEVICES), " +
         std::to_string(devices) + " are here:" + globs;
}

}  // namespace carpool
