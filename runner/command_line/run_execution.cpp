#include "command_line/run_execution.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "base/printable.h"
#include "broker/verdict.h"
#include "command_line/plain_screen.h"
#include "command_line/rerun_command.h"
#include "command_line/run_record.h"
#include "command_line/terminal_screen.h"
#include "export/ctest_measurements.h"
#include "journal/history.h"
#include "journal/retention.h"
#include "process/guardian.h"
#include "process/interrupt.h"
#include "process/parent_process.h"
#include "process/terminal.h"
#include "report/summary.h"
#include "schedule/run_log.h"
#include "schedule/scheduler.h"

namespace carpool {
namespace {

std::chrono::nanoseconds expected_time(const RunSubject& subject) {
  const History history = read_history(subject.results);
  std::int64_t sum = 0;
  for (const PlannedClass& planned : subject.plan.classes) {
    const ClassHistory* const known = history.find(planned.tests.target, planned.tests.name);
    if (known) sum += known->wall_ns;
  }
  return std::chrono::nanoseconds(sum / std::max(subject.plan.slots, 1));
}

std::unique_ptr<Screen> make_screen(const RunRequest& request, const RunSubject& subject) {
  if (!request.under_ctest && standard_output_is_terminal()) {
    return std::make_unique<TerminalScreen>(stdout, terminal_width(), expected_time(subject));
  }
  return std::make_unique<PlainScreen>(stdout, subject.plan.slots == 1);
}

ExitCode verdict(const RunTally& tally) {
  if (tally.interrupted) return ExitCode::kInterrupted;
  if (tally.nothing_started()) return ExitCode::kCannotRun;
  return tally.red() ? ExitCode::kRed : ExitCode::kGreen;
}

ExitCode redder(ExitCode code) { return code == ExitCode::kGreen ? ExitCode::kRed : code; }

// Whether CTest will leave out the clean-up entry that otherwise writes the report.
bool report_would_be_missed(const RunRequest& request, ExitCode code) {
  if (code == ExitCode::kInterrupted) return true;
  const auto arguments = parent_command_line();
  return request.under_ctest && code == ExitCode::kRed &&
         std::ranges::find(arguments, "--stop-on-failure") != arguments.end();
}

// Why the journal is not the whole record of the run; empty where it is.
std::string journal_problem(RunRecord& record, const RunTally& tally) {
  if (tally.journal_error) return *tally.journal_error;
  if (!record.journal()) return {};
  const auto in_place = record.journal()->check_in_place();
  if (in_place) return {};
  return in_place.error().message +
         ": this run is not recorded (does a test clean its surroundings up?)";
}

Result<void> report_to_person(const RunRequest& request, RunRecord& record, const RunTally& tally,
                              const std::string& problem) {
  const auto written = record.report_own(problem);
  if (!written) return {};
  if (!*written) return written->error();
  const WrittenReport& report = **written;
  std::printf("%s  report: %s\n", summarise(report.report).c_str(), report.file.c_str());
  std::printf("%s", removal_in_words(report.removed_runs).c_str());
  if (!tally.red_methods.empty()) {
    std::printf("  again: %s\n", printable(rerun_command(request, tally.red_methods)).c_str());
  }
  return {};
}

Result<void> write_what_is_due(const RunRequest& request, RunRecord& record, const RunTally& tally,
                               const std::string& problem, ExitCode code) {
  if (!request.under_ctest) return report_to_person(request, record, tally, problem);
  if (!report_would_be_missed(request, code)) return {};
  const auto file = record.report_all();
  if (file && !*file) return file->error();
  return {};
}

// An entry that CDash is to hear of tells what it saved. Others stay free of lines that are for
// machines.
bool tells_measurements(const RunRequest& request) {
  return request.under_ctest && request.without_broker.empty() &&
         makes_dashboard(parent_command_line());
}

void tell_what_was_left_behind(const RunSubject& subject) {
  for (const LeftProcess& left : Guardian::kill_left_behind(0)) {
    std::printf("carpool: a worker of %s left a process behind, killed: %s\n", subject.name.c_str(),
                printable(left.description).c_str());
  }
}

// What the tests came to, and what was wrong around them.
ExitCode judge(const RunSubject& subject, const RunRecord& record, const RunTally& tally) {
  const ExitCode code = verdict(tally);
  if (code == ExitCode::kCannotRun) {
    std::fprintf(stderr, "carpool run: %s\n", printable(tally.first_trouble).c_str());
  }
  return record.trouble() || !subject.problems.empty() ? redder(code) : code;
}

// Checks the journal, which has its last line, and writes the report. Whether the run is on record
// as a whole; says what is not.
bool complete_record(const RunRequest& request, RunRecord& record, const RunTally& tally,
                     ExitCode code) {
  const std::string problem = journal_problem(record, tally);
  bool is_complete = !record.trouble() && problem.empty();
  if (!problem.empty()) {
    std::fprintf(stderr, "carpool run: %s\n", problem.c_str());
    code = redder(code);
  }
  if (auto written = write_what_is_due(request, record, tally, problem, code); !written) {
    std::fprintf(stderr, "carpool run: %s\n", written.error().message.c_str());
    is_complete = false;
  }
  if (tells_measurements(request)) {
    std::printf("%s", ctest_measurements(record.own_report(problem)).c_str());
  }
  return is_complete;
}

// An entry of a single method ends as the method did, as it does with a broker.
RunEnd end_of_method(ExitCode code, const MethodFinished& last, const TargetManifest& manifest) {
  const bool red = is_red(last.final_status.value_or(last.status));
  const bool says_method = code == (red ? ExitCode::kRed : ExitCode::kGreen);
  if (!says_method) return {code};
  const Ending ending = ending_of(last, skip_code_of(manifest));
  return {static_cast<ExitCode>(ending.exit_code), ending.signal, true};
}

}  // namespace

RunEnd execute_run(const RunRequest& request, const RunSubject& subject) {
  const TimePoint began = std::chrono::steady_clock::now();
  Interrupt::install();
  if (request.under_ctest) Interrupt::follow_parent(parent_process_id());
  RunRecord record(request, subject);
  if (record.trouble()) std::fprintf(stderr, "carpool run: %s\n", record.trouble()->c_str());

  const auto screen = make_screen(request, subject);
  RunLog::Reader reader;
  std::optional<MethodFinished> last;
  if (!request.without_broker.empty()) {
    reader = [&](JournalEntry entry) {
      if (auto* method = std::get_if<MethodFinished>(&entry.record)) last = std::move(*method);
    };
  } else if (!request.under_ctest || tells_measurements(request)) {
    reader = [&](JournalEntry entry) { record.follow(std::move(entry)); };
  }
  RunLog log(record.journal(), *screen, std::move(reader));
  RecordQueue queue(began);
  run_sessions(subject.plan, queue, [&] { log.follow(queue); });
  tell_what_was_left_behind(subject);
  ExitCode code = judge(subject, record, log.tally());
  const auto wall = std::chrono::nanoseconds(std::chrono::steady_clock::now() - began).count();
  log.finish({.interrupted = log.tally().interrupted,
              .exit_code = static_cast<int>(code),
              .wall_ns = wall},
             wall);
  const bool is_recorded = complete_record(request, record, log.tally(), code);
  if (!is_recorded) code = redder(code);
  // Of a failure that nobody has a record of, no property may make a green entry.
  if (last && is_recorded) return end_of_method(code, *last, *subject.only_target);
  // Last, and only where nothing whatever was wrong: CTest takes this code for a skip, which is
  // green.
  const bool skipped = code == ExitCode::kGreen && log.tally().all_skipped();
  return {skipped ? static_cast<ExitCode>(request.all_skipped_exit_code) : code};
}

}  // namespace carpool
