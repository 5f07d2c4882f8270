#pragma once

#include <optional>
#include <string>
#include <vector>

#include "journal/record.h"
#include "manifest/target_manifest.h"

namespace carpool {

// How the process ends that stands for a test method towards CTest.
struct Ending {
  int exit_code = 0;
  std::optional<int> signal;  // in place of the exit code
};

// CTest's SKIP_RETURN_CODE of a target's entries.
struct SkipCode {
  int code = 77;
  bool is_the_users = false;
};
SkipCode skip_code_of(const TargetManifest& manifest);

// Of a method that came to no verdict of its own. CTest lets no property of an entry make a death
// by a signal green; WILL_FAIL would do that with any exit code, PASS_REGULAR_EXPRESSION with a
// word.
Ending without_verdict();

// As the test executable would end that ran just this method. Never with 0 for a red
// method, nor with the code of a skip for one that was not skipped, unless the method chose it by
// exit() and the user has given that meaning to it; without_verdict() for one that said nothing of
// itself: not run, interrupted, out of time, ended by exit(0), ...
Ending ending_of(const MethodFinished& last, const SkipCode& skip);

// What GoogleTest prints before and behind a method that is run by itself, for people and for
// regular expressions of CTest's. `attempts`: the records of one method, the last is the terminal
// one. Failures that the method's output holds already are not told twice.
std::string opening_text(const std::string& full_name);
std::string closing_text(const std::vector<MethodFinished>& attempts);

}  // namespace carpool
