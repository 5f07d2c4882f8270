#include "exec/patience_posix.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "base/version.h"
#include "exec/broker_connection_posix.h"
#include "exec/ctest_process_posix.h"

namespace carpool::exec {
namespace {

constexpr long kPatience = 60;
constexpr long kLongestPatience = 3'600;

bool answers_at(const Address& address) {
  const int connected = connect_to(address);
  if (connected < 0) return false;
  be_patient(connected);
  char request[sizeof(RequestHeader) + sizeof kAlive + 3 * 2 + kFields - 4];
  std::memset(request, 0, sizeof request);
  const RequestHeader header{sizeof request - sizeof header, kFields};
  std::memcpy(request, &header, sizeof header);
  char* at = request + sizeof header;
  std::memcpy(at, kAlive, sizeof kAlive);
  at += sizeof kAlive;
  for (int number = 0; number < 3; ++number, at += 2) *at = '0';  // of no ctest
  char answer = 0;
  bool heard = send(connected, request, sizeof request, MSG_NOSIGNAL) == sizeof request;
  while (heard) {
    const ssize_t got = recv(connected, &answer, 1, 0);
    if (got < 0 && errno == EINTR) continue;
    heard = got > 0;
    break;
  }
  close(connected);
  return heard;
}

}  // namespace

long patience_seconds() {
  const char* const text = std::getenv("CARPOOL_BROKER_PATIENCE");
  const long seconds = text == nullptr ? 0 : std::strtol(text, nullptr, 10);
  if (seconds < 1) return kPatience;
  return seconds < kLongestPatience ? seconds : kLongestPatience;
}

void be_patient(int connected) {
  const timeval patience{patience_seconds(), 0};
  setsockopt(connected, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(connected, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

// Twice: where all processes were frozen together, the time of the first may have run out
// meanwhile.
bool answers(const CtestProcess& ctest) {
  const Address address = address_of_ctest(kVersion, geteuid(), find_name_space().text, ctest);
  return answers_at(address) || answers_at(address);
}

}  // namespace carpool::exec
