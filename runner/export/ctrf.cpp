#include "export/ctrf.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "export/findings.h"
#include "journal/json_writer.h"
#include "journal/timestamp.h"

namespace carpool {
namespace {

constexpr const char* kSpecification = "0.0.0";
constexpr int kBrokenLevels = 3;  // a test is one line

std::int64_t in_milliseconds(std::int64_t ns) { return (ns + 500'000) / 1'000'000; }

std::string_view ctrf_status(MethodStatus status) {
  if (is_red(status)) return "failed";
  const bool skipped = status == MethodStatus::kSkipped || status == MethodStatus::kDisabled;
  return skipped ? "skipped" : "passed";
}

struct Counts {
  std::int64_t tests = 0;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  std::int64_t skipped = 0;
  std::int64_t flaky = 0;
};

Counts counts_of(const Report& report) {
  Counts counts;
  counts.tests = counts.failed = static_cast<std::int64_t>(troubles_of_run(report).size());
  for (const ClassReport& of_class : report.classes) {
    if (trouble_of(of_class)) {
      ++counts.tests;
      ++counts.failed;
    }
    for (const MethodReport& method : of_class.methods) {
      const std::string_view status = ctrf_status(method.status);
      ++counts.tests;
      ++(status == "failed" ? counts.failed : status == "skipped" ? counts.skipped : counts.passed);
      if (method.status == MethodStatus::kFlaky) ++counts.flaky;
    }
  }
  return counts;
}

// The format has a list of lines.
void write_output(JsonWriter& json, const CapturedOutput& output) {
  if (output.text.empty()) return;
  json.key("stdout").begin_array();
  std::string_view rest = output.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    json.string(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  json.end_array();
}

void write_place(JsonWriter& json, const AttemptEvidence& evidence, bool with_file) {
  if (evidence.failures.empty()) return;
  const TestFailure& failure = evidence.failures.front();
  if (failure.line > 0) json.key("line").integer(failure.line);
  if (with_file) json.optional_string("filePath", failure.file);
}

void write_findings_of(JsonWriter& json, const AttemptReport& attempt, MethodStatus status) {
  const bool says_something = is_red(status) || status == MethodStatus::kSkipped;
  if (says_something) json.key("message").string(headline(attempt, status));
  json.optional_string("trace", is_red(status) ? account(attempt) : std::string());
}

void write_attempts(JsonWriter& json, const MethodReport& method) {
  if (method.earlier.empty()) return;
  const bool tried_last = method.last.worker > 0;
  const auto attempts = static_cast<std::int64_t>(method.earlier.size()) + (tried_last ? 1 : 0);
  json.key("retries").integer(attempts - 1);
  json.key("retryAttempts").begin_array();
  for (const AttemptReport& attempt : method.earlier) {
    json.begin_object();
    json.key("attempt").integer(attempt.attempt);
    json.key("status").string(ctrf_status(attempt.status));
    json.key("duration").integer(in_milliseconds(attempt.duration_ns));
    write_findings_of(json, attempt, attempt.status);
    write_place(json, attempt.evidence(), false);
    write_output(json, attempt.evidence().output);
    json.key("extra").begin_object();
    json.key("status").string(to_word(attempt.status));
    json.key("duration_ns").integer(attempt.duration_ns);
    json.end_object();
    json.end_object();
  }
  json.end_array();
}

void write_extra(JsonWriter& json, const ClassReport& of_class, const MethodReport& method) {
  json.key("extra").begin_object();
  json.key("target").string(of_class.target);
  json.key("class").string(of_class.name);
  json.key("duration_ns").integer(method.last.duration_ns);
  if (method.last.worker > 0) json.key("position").integer(method.last.position);
  json.end_object();
}

void begin_test(JsonWriter& json, std::string_view name, std::string_view status,
                std::string_view raw_status, std::int64_t duration_ns) {
  json.begin_object();
  json.key("name").string(name.empty() ? "(no name)" : name);
  json.key("status").string(status);
  json.key("rawStatus").string(raw_status);
  json.key("duration").integer(in_milliseconds(duration_ns));
}

void write_method(JsonWriter& json, const ClassReport& of_class, const MethodReport& method) {
  begin_test(json, of_class.name + "." + method.name, ctrf_status(method.status),
             to_word(method.status), method.last.duration_ns);
  json.key("suite").strings({of_class.target, of_class.name});
  write_findings_of(json, method.last, method.status);
  write_place(json, method.last.evidence(), true);
  write_attempts(json, method);
  if (method.status == MethodStatus::kFlaky) json.key("flaky").boolean(true);
  write_output(json, method.last.evidence().output);
  if (method.last.worker > 0) {
    json.key("threadId").string("worker " + std::to_string(method.last.worker));
  }
  write_extra(json, of_class, method);
  json.end_object();
}

void write_trouble(JsonWriter& json, const std::vector<std::string>& suite, const std::string& name,
                   const Trouble& trouble) {
  begin_test(json, name, "failed", trouble.status, 0);
  json.key("suite").strings(suite);
  json.key("message").string(trouble.message);
  json.optional_string("trace", trouble.details);
  json.end_object();
}

void write_tests(JsonWriter& json, TextPieces& pieces, const Report& report) {
  json.key("tests").begin_array();
  for (const Trouble& trouble : troubles_of_run(report)) {
    write_trouble(json, {"carpool"}, trouble.name, trouble);
  }
  for (const ClassReport& of_class : report.classes) {
    if (const auto trouble = trouble_of(of_class)) {
      write_trouble(json, {of_class.target, of_class.name}, of_class.name + "." + trouble->name,
                    *trouble);
    }
    for (const MethodReport& method : of_class.methods) {
      write_method(json, of_class, method);
      pieces.hand_over_large();
    }
  }
  json.end_array();
}

void write_summary(JsonWriter& json, const Report& report) {
  const Counts counts = counts_of(report);
  const std::int64_t start =
      in_milliseconds(unix_time_from_rfc3339(report.run.started_at).value_or(0));
  json.key("summary").begin_object();
  json.key("tests").integer(counts.tests);
  json.key("passed").integer(counts.passed);
  json.key("failed").integer(counts.failed);
  json.key("skipped").integer(counts.skipped);
  json.key("pending").integer(0);
  json.key("other").integer(0);
  json.key("flaky").integer(counts.flaky);
  json.key("suites").integer(static_cast<std::int64_t>(report.classes.size()));
  json.key("start").integer(start);
  json.key("stop").integer(start + in_milliseconds(report.run.wall_ns));
  json.key("duration").integer(in_milliseconds(report.run.wall_ns));
  json.end_object();
}

void write_environment(JsonWriter& json, const RunReport& run) {
  json.key("environment").begin_object();
  json.optional_string("osVersion", run.host_system);
  json.key("extra").begin_object();
  json.optional_string("host", run.host_name);
  json.key("cores").integer(run.host_cores);
  json.end_object();
  json.end_object();
}

}  // namespace

void export_ctrf(const Report& report, const TextSink& sink) {
  TextPieces pieces(sink);
  JsonWriter json(pieces.text(), kBrokenLevels);
  json.begin_object();
  json.key("reportFormat").string("CTRF");
  json.key("specVersion").string(kSpecification);
  if (!report.run.id.empty()) json.key("runId").string(report.run.id);
  json.key("generatedBy").string("carpool " + report.run.version);
  json.key("results").begin_object();
  json.key("tool").begin_object();
  json.key("name").string("carpool");
  json.key("version").string(report.run.version);
  json.end_object();
  write_summary(json, report);
  write_tests(json, pieces, report);
  write_environment(json, report.run);
  json.end_object();
  json.end_object();
  pieces.text() += '\n';
  pieces.hand_over();
}

}  // namespace carpool
