#include "command_line/direct_run.h"

#include <algorithm>

#include "base/framework_environment.h"
#include "manifest/exact_filter.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"
#include "process/replacement.h"

namespace carpool {

Error become_the_test(const RunRequest& request) {
  if (request.methods.size() != 1) {
    return Error{"--direct takes one --method, which the test executable is to run"};
  }
  const std::string& wanted = request.methods.front();
  const auto manifest = read_target_manifest(request.manifest);
  if (!manifest) return manifest.error();
  // A launcher would only say so by an exit code.
  const auto executable = identify_executable(manifest->executable);
  if (!executable) return executable.error();
  const auto tests = read_test_names(manifest->test_list);
  if (!tests) return tests.error();
  std::vector<std::string> names;
  for (const TestClass& listed : tests->classes) {
    for (const TestMethod& method : listed.methods)
      names.push_back(listed.name + "." + method.name);
  }
  if (std::ranges::find(names, wanted) == names.end()) {
    return Error{manifest->target + " has no method '" + wanted + "' (" +
                 manifest->test_list.string() + " lists what it has)"};
  }
  const auto filter = ExactFilter(names).pattern_for(wanted);
  if (!filter) {
    return Error{"GoogleTest's filter cannot select '" + wanted +
                 "' alone: its special characters match other tests as well"};
  }
  SpawnRequest program{.arguments = manifest->launcher,
                       .environment = {},
                       .working_directory = request.under_ctest ? std::filesystem::path()
                                                                : manifest->working_directory,
                       .inherited = {}};
  take_framework_variables_away(program.environment);
  program.arguments.push_back(manifest->executable.string());
  program.arguments.push_back("--gtest_filter=" + *filter);
  program.arguments.push_back("--gtest_also_run_disabled_tests");
  program.arguments.insert(program.arguments.end(), manifest->extra_arguments.begin(),
                           manifest->extra_arguments.end());
  return become(program);
}

}  // namespace carpool
