#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "process/file_descriptor.h"

namespace carpool {

// In which order the peers of several sockets have closed their ends, however late one looks. Where
// a launcher kills all ranks for the sake of one, the first is the one.
class HangUpOrder {
 public:
  static Result<HangUpOrder> open();

  // Of a socket that stays open as long as this object is asked. `index`: what the caller calls it.
  void watch(int socket, std::size_t index);

  // Those whose peers have hung up since the last call, the first of them first.
  std::vector<std::size_t> take();

 private:
  explicit HangUpOrder(FileDescriptor events) : events_(std::move(events)) {}

  FileDescriptor events_;
};

}  // namespace carpool
