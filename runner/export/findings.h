#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/report.h"

namespace carpool {

// What an attempt came to, on one line of some 200 bytes at most: its first failure, else its
// reason, else the word of its status. Never empty.
std::string headline(const AttemptReport& attempt, MethodStatus status);

// All that an attempt left behind but its output: reason, failures with their places, how many were
// left out, leaks and stacks. Empty where there is nothing.
std::string account(const AttemptReport& attempt);

// Something red that no method tells.
struct Trouble {
  std::string name;    // in the place of a method's: "[suite set-up]"
  std::string status;  // the class's word
  std::string message;
  std::string details;  // more than the message; may be empty
};

// What is wrong with a class beyond its methods: its start-up, set-up or tear-down, or that it was
// interrupted. Nothing where its methods tell all of it.
std::optional<Trouble> trouble_of(const ClassReport& of_class);

// What is wrong with a run beyond its classes: a journal that cannot be read, an interruption that
// no class tells.
std::vector<Trouble> troubles_of_run(const Report& report);

// What workers that did not end well printed outside of methods, each behind a line that names it.
std::string output_of_workers(const ClassReport& of_class);

}  // namespace carpool
