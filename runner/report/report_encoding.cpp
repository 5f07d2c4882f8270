#include "report/report_encoding.h"

#include <cmath>

#include "journal/json_members.h"
#include "journal/json_writer.h"

namespace carpool {
namespace {

constexpr int kBrokenLevels = 4;            // down to the arrays of a class; a method is one line
constexpr std::size_t kPiece = 256u << 10;  // bytes

double rounded(double number) { return std::round(number * 1000.0) / 1000.0; }

void write_estimate(JsonWriter& json, const std::optional<SpawnEstimate>& estimate) {
  json.key("spawn_baseline");
  if (!estimate) return json.null();
  json.begin_object();
  json.key("basis").string("estimated");
  json.key("spawn_ns").integer(estimate->spawn_ns);
  json.key("continuous_ns").integer(estimate->continuous_ns);
  json.key("reduction_percent").number(rounded(estimate->reduction_percent()));
  json.key("speedup").number(rounded(estimate->speedup()));
  json.end_object();
}

// What attempts and methods have in common behind their status.
void write_attempt_members(JsonWriter& json, const AttemptReport& attempt) {
  json.key("worker").integer(attempt.worker);
  json.key("position").integer(attempt.position);
  if (const RanBefore& before = attempt.ran_before; before.count > 0) {
    json.key("ran_before").begin_object();
    json.key("first").string(*before.first);
    json.key("last").string(*before.last);
    json.key("count").integer(before.count);
    json.end_object();
  }
  const AttemptEvidence& evidence = attempt.evidence();
  json.optional_string("reason", evidence.reason);
  write_process_end(json, evidence.signal, evidence.exit_code);
  write_failures(json, evidence.failures);
  if (evidence.failures_left_out > 0) {
    json.key("failures_left_out").integer(static_cast<std::int64_t>(evidence.failures_left_out));
  }
  write_output(json, evidence.output);
  json.optional_string("stacks", evidence.stacks);
  json.optional_strings("leaks", evidence.leaks);
  write_any_ranks(json, evidence.ranks);
}

void write_method(JsonWriter& json, const MethodReport& method) {
  json.begin_object();
  json.key("name").string(method.name);
  json.key("status").string(to_word(method.status));
  json.key("duration_ns").integer(method.last.duration_ns);
  const bool attempted = method.last.worker > 0;
  json.key("attempts")
      .integer(static_cast<std::int64_t>(method.earlier.size()) + (attempted ? 1 : 0));
  write_attempt_members(json, method.last);
  if (!method.earlier.empty()) {
    json.key("earlier_attempts").begin_array();
    for (const AttemptReport& attempt : method.earlier) {
      json.begin_object();
      json.key("attempt").integer(attempt.attempt);
      json.key("status").string(to_word(attempt.status));
      json.key("duration_ns").integer(attempt.duration_ns);
      write_attempt_members(json, attempt);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
}

void write_worker(JsonWriter& json, const WorkerReport& worker) {
  json.begin_object();
  json.key("worker").integer(worker.worker);
  json.key("taken_over").boolean(worker.taken_over);
  if (worker.rank) json.key("rank").integer(*worker.rank);
  if (worker.process_id > 0) json.key("process_id").integer(worker.process_id);
  json.optional_string("reason", worker.reason);
  if (worker.spawn_ns) json.key("spawn_ns").integer(*worker.spawn_ns);
  if (worker.init_ns) json.key("init_ns").integer(*worker.init_ns);
  json.optional_string("how", worker.how);
  json.optional_string("end_reason", worker.end_reason);
  write_process_end(json, worker.signal, worker.exit_code);
  json.optional_string("during", worker.during);
  json.optional_strings("survivors", worker.survivors);
  write_output(json, worker.output);
  json.end_object();
}

void write_blast_radius(JsonWriter& json, const BlastRadius& radius) {
  json.key("blast_radius").begin_object();
  json.key("text").string(radius.text());
  json.key("losses").begin_object();
  for (const auto& [how, count] : radius.losses) json.key(how).integer(count);
  json.end_object();
  json.key("moved_methods").integer(radius.moved_methods);
  json.key("extra_ns").integer(radius.extra_ns);
  json.end_object();
}

void write_fixture_failures(JsonWriter& json, const std::vector<FixtureFailure>& list) {
  if (list.empty()) return;
  json.key("fixture_failures").begin_array();
  for (const FixtureFailure& failure : list) {
    json.begin_object();
    json.key("in").string(failure.in_set_up ? "suite_set_up" : "suite_tear_down");
    json.key("worker").integer(failure.worker);
    write_failures(json, failure.failures);
    json.end_object();
  }
  json.end_array();
}

void write_class_head(JsonWriter& json, const ClassReport& report) {
  json.key("target").string(report.target);
  json.key("name").string(report.name);
  json.key("status").string(to_word(report.status));
  json.optional_string("reason", report.reason);
  json.key("wall_ns").integer(report.wall_ns);
  json.key("workers_started").integer(report.workers_started);
  json.key("restarts").integer(report.restarts);
  json.key("start_up").begin_object();
  json.key("spawn_ns").integer(report.spawn_ns);
  json.key("init_ns").integer(report.init_ns);
  json.end_object();
  json.key("suite_set_up_ns").integer(report.suite_set_up_ns);
  json.key("suite_tear_down_ns").integer(report.suite_tear_down_ns);
  json.key("exit_ns").integer(report.exit_ns);
  write_estimate(json, report.spawn_baseline);
  if (report.blast_radius) write_blast_radius(json, *report.blast_radius);
  if (!report.earlier_runs.empty()) {
    json.key("earlier_runs").begin_array();
    for (const ClassStatus status : report.earlier_runs) json.string(to_word(status));
    json.end_array();
  }
  write_fixture_failures(json, report.fixture_failures);
}

void write_run(JsonWriter& json, const Report& report) {
  const RunReport& run = report.run;
  json.key("run").begin_object();
  json.key("id").string(run.id);
  json.key("started_at").string(run.started_at);
  json.key("wall_ns").integer(run.wall_ns);
  json.key("interrupted").boolean(run.interrupted);
  json.key("red").boolean(report.is_red());
  json.key("runners").integer(run.runners);
  json.key("host").begin_object();
  json.optional_string("name", run.host_name);
  json.optional_string("system", run.host_system);
  json.key("cores").integer(run.host_cores);
  json.end_object();
  json.key("version").string(run.version);
  json.end_object();
}

void write_totals(JsonWriter& json, const Report& report) {
  json.key("totals").begin_object();
  json.key("classes").integer(static_cast<std::int64_t>(report.classes.size()));
  json.key("methods").integer(report.methods);
  for (const MethodStatus status : all_method_statuses()) {
    const auto found = report.totals.find(status);
    json.key(to_word(status)).integer(found == report.totals.end() ? 0 : found->second);
  }
  json.end_object();
}

}  // namespace

void encode_report(const Report& report, const std::function<void(std::string_view)>& sink) {
  std::string text;
  const auto hand_over = [&](std::size_t most_kept) {
    if (text.size() <= most_kept) return;
    sink(text);
    text.clear();
  };
  JsonWriter json(text, kBrokenLevels);
  json.begin_object();
  json.key("schema").string(kReportSchema);
  write_run(json, report);
  write_totals(json, report);
  write_estimate(json, report.spawn_baseline);
  json.key("problems").strings(report.problems);
  json.optional_strings("warnings", report.warnings);
  json.key("classes").begin_array();
  for (const ClassReport& of_class : report.classes) {
    json.begin_object();
    write_class_head(json, of_class);
    json.key("workers").begin_array();
    for (const WorkerReport& worker : of_class.workers) {
      write_worker(json, worker);
      hand_over(kPiece);
    }
    json.end_array();
    json.key("methods").begin_array();
    for (const MethodReport& method : of_class.methods) {
      write_method(json, method);
      hand_over(kPiece);
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  text += '\n';
  hand_over(0);
}

}  // namespace carpool
