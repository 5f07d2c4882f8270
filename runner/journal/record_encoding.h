#pragma once

#include <cstdint>
#include <string>

#include "journal/record.h"

namespace carpool {

inline constexpr const char* kJournalSchema = "carpool/journal/v1";

// Appends the record as one line of JSON, LF included. Strings may hold any bytes.
void append_record_line(std::string& text, const Record& record, std::int64_t t_ns);

}  // namespace carpool
