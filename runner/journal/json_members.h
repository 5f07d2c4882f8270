#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "journal/json_writer.h"
#include "journal/record.h"

namespace carpool {

// The objects that journal and report write in the same way, inside the object that `json` is in.

// The array `failures`, also where it is empty.
void write_failures(JsonWriter& json, const std::vector<TestFailure>& failures);

// The object `output`; nothing where nothing was printed.
void write_output(JsonWriter& json, const CapturedOutput& output);

// `signal` and `exit_code`, where there are such.
void write_process_end(JsonWriter& json, std::optional<int> signal, std::optional<int> exit_code);

// The same for a journal, which leaves out what is empty: it has a line for every method.
void write_any_failures(JsonWriter& json, const std::vector<TestFailure>& failures);

// What an attempt at a method has left behind, as a whole or in one rank of it.
template <typename MethodOrRank>
void write_findings(JsonWriter& json, const MethodOrRank& of) {
  write_any_failures(json, of.failures);
  if (of.failures_left_out > 0) {
    json.key("failures_left_out").integer(static_cast<std::int64_t>(of.failures_left_out));
  }
  json.optional_string("reason", of.reason);
  write_output(json, of.output);
  write_process_end(json, of.signal, of.exit_code);
  json.optional_string("stacks", of.stacks);
  json.optional_strings("leaks", of.leaks);
}

// The array `ranks`; nothing for a gang of one.
void write_any_ranks(JsonWriter& json, const std::vector<RankResult>& ranks);

}  // namespace carpool
