#pragma once

#include <string_view>

#include "base/result.h"
#include "journal/journal.h"

namespace carpool {

// Takes one journal line (without its LF) apart. Keys it does not know are passed over.
Result<JournalEntry> decode_record_line(std::string_view line);

}  // namespace carpool
