#include "start_posix.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../protocol/message.h"
#include "descriptor_posix.h"

namespace carpool {
namespace {

constexpr int kRefusal = 70;

std::string take_variable(const char* name) {
  const char* const value = getenv(name);
  std::string taken = value != nullptr ? value : "";
  unsetenv(name);
  return taken;
}

}  // namespace

void refuse_to_work(const std::string& reason) {
  const std::string text = "carpool: " + reason + "\n";
  write_all(STDERR_FILENO, text.data(), text.size());
  _exit(kRefusal);
}

Start take_start_from_environment() {
  Start start;
  if (getenv(protocol::kChannelVariable) == nullptr) return start;
  start.channel = take_variable(protocol::kChannelVariable);
  start.mark = take_variable(protocol::kMarkVariable);
  start.gang = take_variable(protocol::kGangVariable);
  start.rendezvous = take_variable(protocol::kRendezvousVariable);
  const std::string mode = take_variable(protocol::kModeVariable);
  if (mode == "serve") {
    start.mode = Start::Mode::kServe;
    // Into a pipe, whole blocks: what a method printed would be lost when it crashes or hangs.
    setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  } else if (mode == "list") {
    start.mode = Start::Mode::kList;
  } else {
    refuse_to_work("CARPOOL_MODE is '" + mode + "', expected 'serve' or 'list'");
  }
  return start;
}

}  // namespace carpool
