#pragma once

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

// The array `ranks`; nothing for a gang of one.
void write_any_ranks(JsonWriter& json, const std::vector<RankResult>& ranks);

}  // namespace carpool
