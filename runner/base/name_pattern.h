#pragma once

#include <memory>
#include <string>

#include "base/result.h"

namespace carpool {

// A regular expression over names, as `ctest -R` takes them: it matches where it is found anywhere
// in a name. POSIX extended syntax, but for braces, which stand for themselves as they do in
// CMake's.
class NamePattern {
 public:
  // The error shows the expression and says what is wrong with it.
  static Result<NamePattern> compile(const std::string& expression);

  bool is_found_in(const std::string& name) const;

 private:
  struct Compiled;
  explicit NamePattern(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace carpool
