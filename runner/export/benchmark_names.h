#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "report/report.h"

namespace carpool {

// A name of at most `limit` bytes; a longer one is cut between characters and ends in a digest of
// the whole, so that two never become one. "(no name)" for an empty one.
std::string bounded_name(std::string_view name, std::size_t limit);

// Whether a class's times say anything: some of its methods ran, and it came to its end.
bool has_times(const ClassReport& of_class);

// Spawn to ready and suite set-up, what a class pays before its first method, ns.
std::int64_t start_up_ns(const ClassReport& of_class);

}  // namespace carpool
