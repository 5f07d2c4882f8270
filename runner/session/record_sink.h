#pragma once

#include <string>

#include "journal/record.h"

namespace carpool {

// Where sessions put what happened. Called from several threads at once; the receiver keeps each
// caller's order.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void put(Record record) = 0;

  // Output of the running method as it comes, for a person who watches.
  virtual void show_live(std::string bytes) = 0;
};

}  // namespace carpool
