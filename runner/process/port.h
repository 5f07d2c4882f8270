#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "process/file_descriptor.h"

namespace carpool {

// A free TCP port of this machine for the ranks of one gang to meet at. Reserved against other
// runners, and out of the range from which the kernel hands ports to whoever asks for any. Nothing
// is bound to it: rank 0 may listen there in whatever way it likes, so that a program that insists
// on the very same number can still take it.
class ReservedPort {
 public:
  static Result<ReservedPort> take();

  int number() const { return number_; }

 private:
  ReservedPort(int number, FileDescriptor claim) : number_(number), claim_(std::move(claim)) {}

  int number_;
  FileDescriptor claim_;  // a name in the abstract namespace, which goes away with the runner
};

// Who listens at the port, in words for a person. Empty where nobody does, or where it is one of
// `own` processes, a descendant of theirs, or one whose environment holds `mark` (not looked at
// where that is empty): by this a process is known that has left its parent.
std::string foreign_listener(int port, const std::vector<std::int64_t>& own,
                             const std::string& mark);

}  // namespace carpool
