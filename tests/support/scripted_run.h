#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "journal/journal.h"
#include "journal/timestamp.h"
#include "support/documents.h"

namespace carpool::testing {

inline constexpr std::int64_t kMillisecond_ns = 1'000'000;
// 2026-12-02T00:45:12Z: when scripted runs begin.
inline constexpr std::int64_t kRunBegan_ns = 1'796'172'312'000'000'000;

// Writes one journal of a made-up run, event by event, each a millisecond behind the last. Of one
// target, `core`, and mostly of one class at a time.
class ScriptedRunner {
 public:
  // `began_ms`: behind the run's beginning.
  ScriptedRunner(const std::filesystem::path& run_directory, const std::string& name,
                 std::int64_t began_ms = 0, const std::vector<std::string>& warnings = {})
      : journal_(std::move(*Journal::create(run_directory, name))) {
    put(RunStarted{.run_id = run_directory.filename().string(),
                   .started_at = rfc3339(kRunBegan_ns + began_ms * kMillisecond_ns),
                   .version = "0.1.0",
                   .host_name = "host",
                   .host_system = "Linux 6.1.0 x86_64",
                   .host_cores = 2,
                   .command_line = {"carpool", "run"},
                   .warnings = warnings});
  }
  ~ScriptedRunner() { flush(); }

  ScriptedRunner& put(const Record& record) {
    journal_.append(record, t_ns_);
    t_ns_ += kMillisecond_ns;
    return *this;
  }

  ScriptedRunner& plan(const std::string& class_name, std::vector<std::string> methods,
                       std::vector<std::string> disabled = {}) {
    class_name_ = class_name;
    return put(ClassPlanned{.target = "core",
                            .class_name = class_name,
                            .methods = std::move(methods),
                            .disabled = std::move(disabled)});
  }

  // Started, ready after 2 + 3 ms, suite set up in 4 ms.
  ScriptedRunner& worker(int number, const std::string& reason = "first") {
    put(WorkerStarted{.target = "core",
                      .class_name = class_name_,
                      .worker = number,
                      .process_id = 1000 + number,
                      .reason = reason});
    put(WorkerReady{
        .worker = number, .spawn_ns = 2 * kMillisecond_ns, .init_ns = 3 * kMillisecond_ns});
    return set_up(number);
  }

  ScriptedRunner& set_up(int number) {
    return put(SuiteSetUp{.target = "core",
                          .class_name = class_name_,
                          .worker = number,
                          .duration_ns = 4 * kMillisecond_ns});
  }

  MethodFinished finished(int number, int position, const std::string& method,
                          MethodStatus status) {
    return {.target = "core",
            .class_name = class_name_,
            .method = method,
            .worker = number,
            .position = position,
            .status = status,
            .final_status = status,
            .duration_ns = kMillisecond_ns};
  }

  // A method's terminal record, after 1 ms.
  ScriptedRunner& method(int number, int position, const std::string& name,
                         MethodStatus status = MethodStatus::kPassed) {
    return put(finished(number, position, name, status));
  }

  ScriptedRunner& not_run(const std::string& name, const std::string& reason) {
    auto record = finished(0, 0, name, MethodStatus::kNotRun);
    record.duration_ns = 0;
    record.reason = reason;
    return put(record);
  }

  ScriptedRunner& lose(int number, const std::string& how, const std::string& during, int moved) {
    return put(WorkerEnded{.target = "core",
                           .class_name = class_name_,
                           .worker = number,
                           .how = how,
                           .during = during,
                           .moved_methods = moved});
  }

  // Torn down in 5 ms, gone after 6 more.
  ScriptedRunner& retire(int number) {
    put(SuiteTornDown{.target = "core",
                      .class_name = class_name_,
                      .worker = number,
                      .duration_ns = 5 * kMillisecond_ns});
    return put(WorkerEnded{.target = "core",
                           .class_name = class_name_,
                           .worker = number,
                           .how = "retired",
                           .exit_code = 0,
                           .exit_ns = 6 * kMillisecond_ns});
  }

  ScriptedRunner& finish_class(ClassStatus status, std::int64_t wall_ms,
                               const std::string& reason = "") {
    return put(ClassFinished{.target = "core",
                             .class_name = class_name_,
                             .status = status,
                             .reason = reason,
                             .wall_ns = wall_ms * kMillisecond_ns});
  }

  ScriptedRunner& finish(int exit_code = 0, bool interrupted = false) {
    return put(RunFinished{.interrupted = interrupted, .exit_code = exit_code, .wall_ns = t_ns_});
  }

  ScriptedRunner& flush() {
    EXPECT_TRUE(journal_.flush());
    if (!kept_) keep_document(journal_.file());
    kept_ = true;
    return *this;
  }

  const std::filesystem::path& file() const { return journal_.file(); }

 private:
  Journal journal_;
  std::int64_t t_ns_ = 0;
  std::string class_name_;
  bool kept_ = false;
};

}  // namespace carpool::testing
