#include <nlohmann/json.hpp>

#include "manifest/target_manifest.h"
#include "manifest/whole_file.h"

namespace carpool {
namespace {

using Json = nlohmann::ordered_json;

Json pairs(const std::vector<std::pair<std::string, std::string>>& properties) {
  Json all = Json::array();
  for (const auto& [name, value] : properties) all.push_back({name, value});
  return all;
}

}  // namespace

Result<void> write_plain_manifest(const TargetManifest& manifest,
                                  const std::filesystem::path& file) {
  const Json document{{"schema", "carpool/manifest/v1"},
                      {"target", manifest.target},
                      {"executable", manifest.executable.string()},
                      {"launcher", manifest.launcher},
                      {"working_directory", manifest.working_directory.string()},
                      {"extra_arguments", manifest.extra_arguments},
                      {"discovery_extra_arguments", manifest.discovery_extra_arguments},
                      {"framework", manifest.framework},
                      {"plugin", false},
                      {"test_filter", manifest.test_filter},
                      {"entry_prefix", manifest.entry_prefix},
                      {"entry_suffix", manifest.entry_suffix},
                      {"test_list_variable", manifest.test_list_variable},
                      {"pretty_types", manifest.pretty_types},
                      {"pretty_values", manifest.pretty_values},
                      {"reuse", "class"},
                      {"isolation", "shared"},
                      {"isolate", manifest.isolate},
                      {"workers", manifest.workers},
                      {"test_timeout_ms", manifest.test_timeout.count()},
                      {"startup_timeout_ms", manifest.startup_timeout.count()},
                      {"discovery_timeout_ms", manifest.discovery_timeout.count()},
                      {"retries", manifest.retries},
                      {"properties", pairs(manifest.properties)},
                      {"results_directory", manifest.results_directory.string()},
                      {"test_list", manifest.test_list.string()},
                      {"ctest_file", manifest.ctest_file.string()},
                      {"defined_in", manifest.defined_in}};
  constexpr int kIndent = 2;
  try {
    return write_whole_file(file, document.dump(kIndent) + "\n");
  } catch (const Json::exception&) {
    return Error{"cannot describe " + manifest.executable.string() + " in " + file.string() +
                 ": its path or an argument is not valid UTF-8"};
  }
}

}  // namespace carpool
