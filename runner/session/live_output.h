#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "session/record_sink.h"

namespace carpool {

// Passes on one rank's output as it comes, line by line with the rank in front, so that a person
// can tell the ranks apart: "[2] text". A line without its end is kept until that has come, up to a
// bound.
std::function<void(std::string_view)> live_output_of_rank(std::size_t rank, RecordSink& sink);

}  // namespace carpool
