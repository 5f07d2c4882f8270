#pragma once

#include "exec/wire.h"

namespace carpool::exec {

// Connects to the broker at this address. -1 where nobody of this user listens there.
int connect_to(const Address& address);

// Listens there. -1 where somebody else does.
int listen_at(const Address& address);

struct FoundBroker {
  int connected;    // -1 where there is none to be had
  const char* why;  // there is none
  bool is_new;      // this process has started it
};

// Connects to the broker of this ctest: the one that is there, the one that an earlier ctest has
// left warm for this manifest, or a new one, which `runner` becomes.
// `try_warm`: false where the one that was left warm has said to look again.
FoundBroker find_broker(const char* runner, const char* manifest, const CtestProcess& ctest,
                        bool try_warm);

// The number of the listening socket in a broker that was started that way.
constexpr int kListener = 3;

}  // namespace carpool::exec
