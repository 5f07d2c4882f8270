#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "compare/compared_tests.h"
#include "process/command.h"

namespace carpool {

// What one method came to in a plain process of its own.
struct PlainVerdict {
  MethodStatus status = MethodStatus::kNotRun;
  bool failed_outside =
      false;           // not red itself, but its process ended red: set-up, tear-down, exit
  std::string detail;  // how its process ended; empty for a plain pass
};

// What it came to beside others in a live worker.
struct ContinuousVerdict {
  MethodStatus status = MethodStatus::kNotRun;
  std::string detail;
};

// The verdict of a process that was told to run `method` alone and to write GoogleTest's JSON
// report. `report` is that file's content, absent where the process never came to write it. The
// exit code alone could not tell a skip from a pass, nor a pass from `exit(0)` inside the test.
// Where a report cannot be read (a name that is not UTF-8), the exit code has to do.
PlainVerdict plain_verdict(const CommandEnd& end, const std::optional<std::string>& report,
                           std::string_view class_name, std::string_view method);

// One method, or a whole class (empty `method`), whose verdict is not the same both ways.
struct VerdictDifference {
  std::string class_name;
  std::string method;
  std::string spawn;       // a status word, or "failed_outside"
  std::string continuous;  // a status word
  std::string explanation;
};

struct ClassVerdicts {
  std::string class_name;
  ClassStatus continuous_status = ClassStatus::kPassed;
  std::vector<std::string> methods;
  std::vector<PlainVerdict> spawn;  // beside `methods`, as is `continuous`
  std::vector<ContinuousVerdict> continuous;
};

std::string word(const PlainVerdict& verdict);

// A class whose set-up or tear-down fails is one failure here and one per method there; that alone
// is no difference.
std::vector<VerdictDifference> differences(const ClassVerdicts& verdicts);

}  // namespace carpool
