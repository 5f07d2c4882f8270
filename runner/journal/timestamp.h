#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace carpool {

// Nanoseconds since the Unix epoch, now.
std::int64_t unix_time_ns();

// "2026-12-02T00:45:12.123Z" (RFC 3339, UTC).
std::string rfc3339(std::int64_t unix_ns);

// "20261202T004512.12Z": the same to the hundredth of a second, which is as well as the kernel
// knows when a process started; fit for a file name.
std::string compact_timestamp(std::int64_t unix_ns);

// The reverse of rfc3339(); nothing where the text is not of that form.
std::optional<std::int64_t> unix_time_from_rfc3339(std::string_view text);

}  // namespace carpool
