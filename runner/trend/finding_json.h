#pragma once

#include "journal/json_writer.h"
#include "trend/trend.h"

namespace carpool {

// One object of trend/v1's `findings`.
void write_finding(JsonWriter& json, const Trend& trend, const NewlySlow& found);
void write_finding(JsonWriter& json, const Trend& trend, const NewlyFlaky& found);
void write_finding(JsonWriter& json, const Trend& trend, const OrderDependent& found);

}  // namespace carpool
