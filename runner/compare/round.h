#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace carpool {

// One complete run of all compared methods, one way.
struct Round {
  std::int64_t wall_ns = 0;
  // Beside the compared classes: for how long processes were busy with each. At more than one job,
  // these overlap and add up to more than `wall_ns`.
  std::vector<std::int64_t> class_ns;
  // Beside all methods of all classes in order: how each ended, in words; empty where it was not
  // run. Two rounds of one kind that differ here hold a method that does not always end the same
  // way.
  std::vector<std::string> outcomes;
  // Beside `outcomes`: for how long the method, or the process of its own, ran.
  std::vector<std::int64_t> method_ns = {};
  // Why its time says nothing, in words; empty where it says something.
  std::string unusable = {};
};

using RunRound = std::function<Result<Round>()>;

}  // namespace carpool
