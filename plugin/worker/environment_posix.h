#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace carpool {

// The environment variables as they were at one time.
class EnvironmentSnapshot {
 public:
  void take();

  // Puts the variables back. Whether they had changed.
  bool restore();

 private:
  bool untouched() const;

  std::vector<char*> pointers_;         // as in `environ`, terminator left out
  std::vector<std::string> variables_;  // NAME=value, sorted
};

}  // namespace carpool
