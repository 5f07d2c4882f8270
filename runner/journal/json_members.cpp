#include "journal/json_members.h"

#include <cstdint>

namespace carpool {

void write_failures(JsonWriter& json, const std::vector<TestFailure>& failures) {
  json.key("failures").begin_array();
  for (const TestFailure& failure : failures) {
    json.begin_object();
    json.optional_string("file", failure.file);
    if (failure.line > 0) json.key("line").integer(failure.line);
    json.key("message").string(failure.message);
    json.end_object();
  }
  json.end_array();
}

void write_output(JsonWriter& json, const CapturedOutput& output) {
  if (output.text.empty() && output.total_bytes == 0) return;
  json.key("output").begin_object();
  json.key("text").string(output.text);
  json.key("total_bytes").integer(static_cast<std::int64_t>(output.total_bytes));
  json.key("truncated").boolean(output.truncated);
  json.end_object();
}

void write_process_end(JsonWriter& json, std::optional<int> signal, std::optional<int> exit_code) {
  if (signal) json.key("signal").integer(*signal);
  if (exit_code) json.key("exit_code").integer(*exit_code);
}

void write_any_failures(JsonWriter& json, const std::vector<TestFailure>& failures) {
  if (!failures.empty()) write_failures(json, failures);
}

void write_any_ranks(JsonWriter& json, const std::vector<RankResult>& ranks) {
  if (ranks.empty()) return;
  json.key("ranks").begin_array();
  for (const RankResult& rank : ranks) {
    json.begin_object();
    json.key("rank").integer(rank.rank);
    json.key("worker").integer(rank.worker);
    json.key("status").string(to_word(rank.status));
    json.key("duration_ns").integer(rank.duration_ns);
    write_findings(json, rank);
    json.end_object();
  }
  json.end_array();
}

}  // namespace carpool
