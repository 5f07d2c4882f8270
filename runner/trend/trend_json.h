#pragma once

#include <functional>
#include <string_view>

#include "trend/trend.h"

namespace carpool {

inline constexpr const char* kTrendSchema = "carpool/trend/v1";

// Writes the trend as JSON (carpool/trend/v1), piece by piece. `with_methods`: whether each
// method's statuses and durations are in it; a page that draws only runs and classes does without.
void encode_trend(const Trend& trend, bool with_methods,
                  const std::function<void(std::string_view)>& sink);

}  // namespace carpool
