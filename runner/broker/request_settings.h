#pragma once

#include <chrono>
#include <string>

#include "broker/broker_request.h"
#include "broker/target_catalogue.h"

namespace carpool {

// What tells workers apart that must not stand in for each other: executable, directory,
// environment, and whether CTest has an eye on the time of their methods.
std::string workers_key(const KnownTarget& target, const BrokerRequest& request,
                        bool watched_by_ctest);

// CARPOOL_KEEP_WARM of the client; 0 where it has none.
std::chrono::seconds keep_warm_of(const BrokerRequest& request);

}  // namespace carpool
