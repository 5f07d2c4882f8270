#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "journal/journal.h"
#include "manifest/test_list.h"
#include "manifest/whole_file.h"
#include "process/command.h"

namespace carpool::testing {

// Stands in for the operating system beneath a comparison: plain processes of one executable with
// the methods C.a and C.b, `carpool run` over them, and `ctest`. Each command takes the time that
// is told here and leaves the files that the real one would leave.
class FakeMachine {
 public:
  explicit FakeMachine(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::int64_t plain_ns = 8'000'000;
  std::int64_t continuous_ns = 2'000'000;
  int continuous_exit_code = 0;
  std::map<std::string, MethodStatus> together{{"a", MethodStatus::kPassed},
                                               {"b", MethodStatus::kPassed}};
  int plain_runs = 0;
  int ctest_runs = 0;
  int ctest_runs_until_cut_off = 1000;
  int ctest_runs_until_killed = 1000;
  int continuous_runs = 0;

  // Writes the manifest and the test list; gives the manifest's place.
  std::filesystem::path write_manifest() const {
    TestList tests;
    tests.executable.path = folder_ / "t";
    tests.framework = "googletest";
    tests.framework_version = "1.12";
    TestMethod a;
    a.name = "a";
    TestMethod b;
    b.name = "b";
    tests.classes = {{.name = "C", .methods = {a, b}}};
    (void)static_cast<bool>(write_test_list(tests, folder_ / "tests.json"));
    const nlohmann::json manifest = {{"schema", "carpool/manifest/v1"},
                                     {"target", "t"},
                                     {"executable", (folder_ / "t").string()},
                                     {"launcher", nlohmann::json::array()},
                                     {"working_directory", folder_.string()},
                                     {"extra_arguments", nlohmann::json::array()},
                                     {"discovery_extra_arguments", nlohmann::json::array()},
                                     {"framework", "googletest"},
                                     {"test_filter", ""},
                                     {"entry_prefix", ""},
                                     {"entry_suffix", ""},
                                     {"test_list_variable", ""},
                                     {"pretty_types", true},
                                     {"pretty_values", true},
                                     {"reuse", "class"},
                                     {"isolation", "shared"},
                                     {"isolate", nlohmann::json::array()},
                                     {"workers", 1},
                                     {"test_timeout_ms", 1000},
                                     {"startup_timeout_ms", 1000},
                                     {"discovery_timeout_ms", 1000},
                                     {"retries", 3},
                                     {"properties", nlohmann::json::array()},
                                     {"results_directory", (folder_ / "results").string()},
                                     {"test_list", (folder_ / "tests.json").string()},
                                     {"ctest_file", (folder_ / "t.cmake").string()},
                                     {"defined_in", "CMakeLists.txt:1"}};
    const std::filesystem::path file = folder_ / "manifest.json";
    std::ofstream(file) << manifest;
    return file;
  }

  Result<CommandEnd> operator()(const Command& command) {
    if (command.arguments[0] == "ctest") return ctest(command);
    if (command.arguments[0] == "carpool") return continuous(command);
    return plain(command);
  }

 private:
  static std::string option(const Command& command, std::string_view name) {
    for (const std::string& argument : command.arguments) {
      if (argument.starts_with(name)) return argument.substr(name.size());
    }
    return "";
  }

  Result<CommandEnd> plain(const Command& command) {
    ++plain_runs;
    const std::string report = option(command, "--gtest_output=json:");
    const std::string filter = option(command, "--gtest_filter=");
    if (!report.empty()) {
      nlohmann::json test = {{"name", filter.substr(filter.find('.') + 1)},
                             {"status", "RUN"},
                             {"result", "COMPLETED"}};
      std::ofstream(report) << nlohmann::json{
          {"testsuites", {{{"name", "C"}, {"testsuite", nlohmann::json::array({test})}}}}};
    }
    return CommandEnd{.wall_ns = plain_ns, .exit_code = 0};
  }

  Result<CommandEnd> continuous(const Command& command) {
    ++continuous_runs;
    const Result<std::string> text = read_whole_file(command.arguments[3]);
    if (!text) return text.error();
    const nlohmann::json manifest = nlohmann::json::parse(*text);
    if (manifest["retries"] != 0) return Error{"retries hide verdicts"};
    const std::filesystem::path results = manifest["results_directory"].get<std::string>();
    Result<Journal> journal = Journal::create(results / "runs" / "1", "t");
    if (!journal) return journal.error();
    journal->append(RunStarted{}, 0);
    for (const auto& [name, status] : together) {
      MethodFinished finished;
      finished.class_name = "C";
      finished.method = name;
      finished.status = status;
      finished.final_status = status;
      journal->append(finished, 1);
    }
    ClassFinished finished;
    finished.class_name = "C";
    finished.wall_ns = continuous_ns / 2;
    journal->append(finished, 2);
    const Result<void> flushed = journal->flush();
    if (!flushed) return flushed.error();
    (void)static_cast<bool>(write_whole_file(command.output_file, "what the runner said"));
    return CommandEnd{.wall_ns = continuous_ns, .exit_code = continuous_exit_code};
  }

  Result<CommandEnd> ctest(const Command& command) {
    if (!command.output_file.empty()) {
      const Result<void> written = write_whole_file(command.output_file, "tests failed out of 2\n");
      if (!written) return written.error();
    }
    if (++ctest_runs > ctest_runs_until_cut_off) return CommandEnd{.timed_out = true};
    if (ctest_runs > ctest_runs_until_killed) return CommandEnd{.wall_ns = 1, .signal = 9};
    return CommandEnd{.wall_ns = 20'000'000, .exit_code = 0};
  }

  std::filesystem::path folder_;
};

}  // namespace carpool::testing
