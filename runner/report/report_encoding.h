#pragma once

#include <functional>
#include <string_view>

#include "report/report.h"

namespace carpool {

inline constexpr const char* kReportSchema = "carpool/report/v1";

// Writes the report as JSON, piece by piece, so that a large one is never held as a whole. Strings
// may hold any bytes. Each method stands on a line of its own.
void encode_report(const Report& report, const std::function<void(std::string_view)>& sink);

}  // namespace carpool
