#pragma once

#include <string>
#include <string_view>

#include "export/text_pieces.h"
#include "unit/report/report_fixture.h"

namespace carpool::testing {

// Quotes, line breaks, what markup and lists are made of, NUL and bytes that are no UTF-8.
inline const std::string kHostile("\"'<script>&;|`\n]]>\0\xff\xc3", 21);

// A run whose report is exported.
class ExportFixture : public ReportFixture {
 protected:
  using Exporter = void (*)(const Report&, const TextSink&);

  static std::string text_of(Exporter exporter, const Report& report) {
    std::string text;
    exporter(report, [&](std::string_view piece) { text += piece; });
    return text;
  }

  std::string exported(Exporter exporter) const { return text_of(exporter, built()); }

  // One class, C, with a method of each kind that a run can have; two attempts at some.
  void write_run_of_all_kinds() {
    ScriptedRunner runner(run_, "all");
    runner.plan("C",
                {"passes", "fails", "skips", "flakes", "fails_twice", "crashes", "times_out",
                 "exits", "garbles", "waits"},
                {"DISABLED_sleeps"});
    runner.worker(1).method(1, 0, "passes");
    put_failing(runner, "fails", 1, MethodStatus::kFailed);
    auto skipped = runner.finished(1, 2, "skips", MethodStatus::kSkipped);
    skipped.reason = "no network";
    runner.put(skipped);
    put_failing(runner, "flakes", 3, std::nullopt);
    runner.put(second_attempt(runner, "flakes", MethodStatus::kPassed, MethodStatus::kFlaky));
    put_failing(runner, "fails_twice", 4, std::nullopt);
    runner.put(second_attempt(runner, "fails_twice", MethodStatus::kFailed, MethodStatus::kFailed));
    auto crashed = runner.finished(1, 5, "crashes", MethodStatus::kCrashed);
    crashed.reason = "the worker was killed by SIGSEGV";
    crashed.signal = 11;
    crashed.stacks = "#0 main";
    crashed.output = {.text = "last words\n", .total_bytes = 11};
    runner.put(crashed);
    runner.method(1, 6, "times_out", MethodStatus::kTimedOut);
    runner.method(1, 7, "exits", MethodStatus::kExited);
    runner.method(1, 8, "garbles", MethodStatus::kProtocolError);
    runner.not_run("waits", "nobody came");
    runner.retire(1).finish_class(ClassStatus::kFailed, 40).finish(1);
  }

  void put_failing(ScriptedRunner& runner, const std::string& name, int position,
                   std::optional<MethodStatus> final_status) {
    auto failed = runner.finished(1, position, name, MethodStatus::kFailed);
    failed.final_status = final_status;
    failed.failures = {{.file = "a.cpp", .line = 7, .message = "1 != 2\nbut it should"}};
    failed.output = {.text = "first output\n", .total_bytes = 13};
    runner.put(failed);
  }

  MethodFinished second_attempt(ScriptedRunner& runner, const std::string& name,
                                MethodStatus status, MethodStatus final_status) {
    auto again = runner.finished(1, 0, name, status);
    again.attempt = 2;
    again.final_status = final_status;
    again.output = {.text = "second output\n", .total_bytes = 14};
    return again;
  }
};

}  // namespace carpool::testing
