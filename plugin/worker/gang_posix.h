#pragma once

#include <cstdint>
#include <string>

#include "channel_posix.h"

namespace carpool {

// This process's place in its gang, before `main`: out of CARPOOL_GANG (`<rank>/<size>`, or
// `launcher/<size>` where a launcher for distributed programs gives the rank in variables of its
// own). Sets RANK and its like in the second case. Empty: the process is run by hand. False with
// the reason in `trouble`.
bool take_place_in_gang(const std::string& gang, std::string& trouble);

// Whether a launcher started this rank, with the others.
bool is_launched_together(const std::string& gang);

// Appends the rank where `address` is one that the ranks of a launcher share; 0 where it has none
// that it could take, so that it can say so.
std::string own_address(const std::string& address, const std::string& gang);

// From now on <carpool/rank.h> asks the runner. `rendezvous`: the directory for its files, which
// may not be there yet; removed by the runner.
void join_gang(Channel& channel, const std::string& rendezvous);

// What begins now gets a rendezvous file of its own. Kind and number are the same in all ranks, and
// so is how often the same has run before.
void begin_step_of_gang(const char* kind, std::int64_t number, std::int64_t runs_before = 0);

// By hand there are no such steps: the word of the framework says when it is another method's turn.
void tell_methods_apart_by(std::string (*current_method)());

// The runner's next request, whichever thread reads it: one that calls barrier() while the main
// thread is between methods must not take a request for its answer. False at the end of the stream.
bool receive_request(Channel& channel, protocol::Message& request);

}  // namespace carpool
