#include "environment_posix.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

extern char** environ;

namespace carpool {
namespace {

std::vector<char*> current_pointers() {
  std::vector<char*> pointers;
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) pointers.push_back(*at);
  return pointers;
}

std::vector<std::string> sorted_variables(const std::vector<char*>& pointers) {
  std::vector<std::string> variables(pointers.begin(), pointers.end());
  std::sort(variables.begin(), variables.end());
  return variables;
}

std::string name_of(const std::string& variable) { return variable.substr(0, variable.find('=')); }

bool has_name(const std::string& variable) {
  const std::size_t equals = variable.find('=');
  return equals != std::string::npos && equals > 0;
}

}  // namespace

void EnvironmentSnapshot::take() {
  pointers_ = current_pointers();
  variables_ = sorted_variables(pointers_);
}

// Whoever sets or removes a variable through the C library moves a pointer. That is all there is
// time to look at after every method.
bool EnvironmentSnapshot::untouched() const {
  std::size_t count = 0;
  for (char** at = environ; at != nullptr && *at != nullptr; ++at, ++count) {
    if (count == pointers_.size() || *at != pointers_[count]) return false;
  }
  return count == pointers_.size();
}

bool EnvironmentSnapshot::restore() {
  if (untouched()) return false;
  const std::vector<std::string> now = sorted_variables(current_pointers());
  const bool changed = now != variables_;
  std::vector<std::string> added;
  std::set_difference(now.begin(), now.end(), variables_.begin(), variables_.end(),
                      std::back_inserter(added));
  std::vector<std::string> lost;
  std::set_difference(variables_.begin(), variables_.end(), now.begin(), now.end(),
                      std::back_inserter(lost));
  for (const std::string& variable : added) {
    if (has_name(variable)) unsetenv(name_of(variable).c_str());
  }
  for (const std::string& variable : lost) {
    if (!has_name(variable)) continue;
    const std::string name = name_of(variable);
    setenv(name.c_str(), variable.c_str() + name.size() + 1, 1);
  }
  pointers_ = current_pointers();
  return changed;
}

}  // namespace carpool
