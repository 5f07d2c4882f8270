#pragma once

#include <poll.h>

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "plain/stream_event.h"
#include "process/file_descriptor.h"

namespace carpool {

// Where GoogleTest's event stream calls, which knows of nothing but TCP. The first that calls and
// says GoogleTest's first words is the program: it does so before main() has come to its tests.
// Somebody on the machine who looks which ports are open may call before it, and has nothing to
// say. Whoever says the words after that is a copy of the program, such as a death test in the
// "threadsafe" style, which starts the program anew with the same arguments, or a test with a mind
// of its own. A copy that found nobody here would die, and a death test would take that for the
// death it waits for: so all are let in as long as the program lives, and none but the first is
// believed.
class EventConnections {
 public:
  static Result<EventConnections> open();

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  // Adds what poll() has to look at.
  void watch(std::vector<pollfd>& waiting) const;

  // Lets in who is waiting, and takes what there is, without waiting; at most so much at a time.
  void read(StreamEventReader& events);

 private:
  EventConnections(FileDescriptor listener, int port)
      : listener_(std::move(listener)), port_(port) {}

  // One that is not known to be the program.
  struct Caller {
    FileDescriptor connection;
    std::string first_words = {};
  };

  void let_in();
  void hear_others(StreamEventReader& events);

  FileDescriptor listener_;
  int port_;
  bool program_is_known_ = false;
  FileDescriptor program_;
  std::vector<Caller> others_;  // in the order in which they called
};

}  // namespace carpool
