#pragma once

namespace carpool {

// What `carpool` tells its caller. Documented in the README and in `carpool --help`.
enum class ExitCode : int {
  kGreen = 0,
  kRed = 1,
  kUsage = 2,
  kCannotRun = 3,
  kNothingSelected = 4,
  kBug = 70,
  kInterrupted = 130,
};

}  // namespace carpool
