#pragma once

#include <string>
#include <vector>

#include "journal/record.h"

namespace carpool::testing {

// One of each record with every member set, so that none can be forgotten on its way through a
// file.
inline std::vector<Record> full_records() {
  const std::vector<TestFailure> failures{{.file = "a b.cpp", .line = 7, .message = "1 != 2\n"},
                                          {.file = "", .line = 0, .message = "unknown place"}};
  const CapturedOutput output{.text = "out\n", .total_bytes = 70'000, .truncated = true};
  return {
      RunStarted{.run_id = "20261202T004512Z-4711",
                 .started_at = "2026-12-02T00:45:12.123Z",
                 .version = "0.1.0",
                 .host_name = "host",
                 .host_system = "Linux 6.1.0 x86_64",
                 .host_cores = 2,
                 .command_line = {"carpool", "run", "--class", "A B"},
                 .warnings = {"ISOLATE \"x\" matches nothing"}},
      ClassPlanned{
          .target = "core", .class_name = "C", .methods = {"a", "b"}, .disabled = {"DISABLED_c"}},
      WorkerStarted{.target = "core",
                    .class_name = "C",
                    .worker = 1,
                    .process_id = 4712,
                    .rank = 0,
                    .reason = "first"},
      WorkerReady{.worker = 1, .spawn_ns = 1'000, .init_ns = 2'000},
      SuiteSetUp{.target = "core",
                 .class_name = "C",
                 .worker = 1,
                 .failed = true,
                 .duration_ns = 3'000,
                 .failures = failures},
      MethodFinished{.target = "core",
                     .class_name = "C",
                     .method = "a",
                     .attempt = 2,
                     .worker = 1,
                     .position = 3,
                     .status = MethodStatus::kCrashed,
                     .final_status = MethodStatus::kFlaky,
                     .duration_ns = 4'000,
                     .failures = failures,
                     .failures_left_out = 5,
                     .reason = "why",
                     .output = output,
                     .signal = 11,
                     .exit_code = 3,
                     .stacks = "#0 main",
                     .leaks = {"environment"},
                     .ranks = {{.rank = 0,
                                .worker = 1,
                                .status = RankStatus::kCrashed,
                                .duration_ns = 4'000,
                                .failures = failures,
                                .failures_left_out = 5,
                                .reason = "why",
                                .output = output,
                                .signal = 11,
                                .exit_code = 3,
                                .stacks = "#0 main",
                                .leaks = {"environment"}},
                               {.rank = 1, .worker = 2, .status = RankStatus::kAborted}}},
      WorkerEnded{.target = "core",
                  .class_name = "C",
                  .worker = 1,
                  .how = "crashed",
                  .signal = 11,
                  .exit_code = 3,
                  .during = "a",
                  .moved_methods = 13,
                  .survivors = {"1234 sleep 600"},
                  .output = output,
                  .exit_ns = 5'000,
                  .reason = "MASTER_PORT 10042 was taken by another process (17 nginx)"},
      SuiteTornDown{.target = "core",
                    .class_name = "C",
                    .worker = 1,
                    .failed = true,
                    .duration_ns = 6'000,
                    .failures = failures},
      ClassFinished{.target = "core",
                    .class_name = "C",
                    .status = ClassStatus::kTeardownFailed,
                    .reason = "leak",
                    .wall_ns = 7'000},
      RunFinished{.interrupted = true, .exit_code = 130, .wall_ns = 8'000},
  };
}

}  // namespace carpool::testing
