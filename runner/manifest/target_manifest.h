#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace carpool {

enum class Granularity { kClass, kMethod, kTarget };  // what one CTest entry runs
enum class Reuse { kClass, kTarget };
enum class Isolation { kShared, kProcess };

// Everything add_continuous_test() said about one target, written at configure time as JSON
// (schema carpool/manifest/v1) and read by every verb. Paths are absolute.
struct TargetManifest {
  std::string target;  // the name users see: the call's first argument
  std::filesystem::path executable;
  std::vector<std::string> launcher;  // argv prefix, empty for none
  std::filesystem::path working_directory;
  std::vector<std::string> extra_arguments;
  std::vector<std::string> discovery_extra_arguments;
  std::string framework = "googletest";
  bool has_plugin = true;          // Carpool's, in the executable; else it is an ordinary program
  std::string test_filter;         // the framework's own filter at discovery; empty for all
  std::string entry_prefix;        // TEST_PREFIX
  std::string entry_suffix;        // TEST_SUFFIX
  std::string test_list_variable;  // TEST_LIST
  Granularity granularity = Granularity::kClass;
  std::string executable_target;  // CMake's name for the executable, often `target`
  std::string cmake_version;      // of the CMake that wrote this; empty where it did not say
  bool pretty_types = true;
  bool pretty_values = true;
  Reuse reuse = Reuse::kClass;
  Isolation isolation = Isolation::kShared;
  std::vector<std::string> isolate;  // shell globs over Suite.Name
  int workers = 1;
  int world_size = 1;  // ranks per gang
  std::chrono::milliseconds peer_grace{5'000};
  int min_processors = 1;  // with fewer, all tests are skipped
  int min_devices = 0;     // so are they with fewer files that match `devices`
  std::vector<std::string> devices;
  std::chrono::milliseconds test_timeout{1'500'000};
  std::chrono::milliseconds startup_timeout{60'000};
  std::chrono::milliseconds discovery_timeout{5'000};
  std::optional<int> recycle_after;  // methods per worker
  int retries = 0;
  std::vector<std::pair<std::string, std::string>> properties;  // of the CTest entries, in order
  std::filesystem::path results_directory;                      // <build>/Testing/Carpool
  std::filesystem::path test_list;                        // where discovery writes carpool/tests/v1
  std::vector<std::filesystem::path> sibling_test_lists;  // of the call's other executables
  std::filesystem::path ctest_file;  // where discovery writes the CTest entries
  std::string defined_in;            // "file:line" of the call, for error messages
};

// Describes an ordinary executable, which no add_continuous_test() has. The error names what cannot
// be written.
Result<void> write_plain_manifest(const TargetManifest& manifest,
                                  const std::filesystem::path& file);

// Reads and checks a manifest. The error names the file, the key and the mend.
Result<TargetManifest> read_target_manifest(const std::filesystem::path& file);

}  // namespace carpool
