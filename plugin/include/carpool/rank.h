// What a distributed test asks about its gang: the WORLD_SIZE processes, or ranks, that run the
// methods of a class together. Comes with every executable that add_continuous_test() is called
// for; works with a gang of one, and where the executable is run by hand.
//
// The functions that bring ranks together go through Carpool's runner. They are for addresses, ids
// and the like, not for data. Each may be called from any thread, also in suite set-up and
// tear-down, in global environments and in main(); within a rank one call is served after the
// other. All ranks have to make the same calls in the same order.
//
// A call belongs to the step in which it is made: the start, suite set-up, a method, suite
// tear-down, the end. It is refused where a rank comes to the end of the step without it; a thread
// that calls between two steps waits for the next.
//
// Where ranks cannot come together (they make different calls, or one has ended the method without
// the call that the others make), RankError is thrown in all that wait; built without exceptions,
// the process says why and aborts.
#ifndef CARPOOL_RANK_H_
#define CARPOOL_RANK_H_

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace carpool {

// Thrown by the functions below where the ranks cannot come together, and for arguments that make
// no sense (a root that is no rank, too many bytes). what() names the function and says why; the
// rank may go on, and meet the others in a later call.
class RankError : public std::runtime_error {
 public:
  explicit RankError(const std::string& what) : std::runtime_error(what) {}
};

namespace rank_detail {

enum class Call { kBarrier, kAllGather, kBroadcast };

// False with the reason in `trouble`. `parts`: what the call gives, by rank.
bool meet(Call call, int root, const std::string& bytes, std::vector<std::string>& parts,
          std::string& trouble);
bool rendezvous_file(std::string& path, std::string& trouble);

[[noreturn]] inline void fail(const std::string& trouble) {
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
  throw RankError(trouble);
#else
  std::fprintf(stderr, "%s\n", trouble.c_str());
  std::abort();
#endif
}

inline std::vector<std::string> meet_or_fail(Call call, int root, const std::string& bytes) {
  std::vector<std::string> parts;
  std::string trouble;
  if (!meet(call, root, bytes, parts, trouble)) fail(trouble);
  return parts;
}

}  // namespace rank_detail

// The most that one rank may give to all_gather() and broadcast(), in bytes.
constexpr std::size_t kMostRankBytes = 64u * 1024u;

// The number of this process in its gang: 0 to world_size() - 1. Without Carpool's runner it is
// what RANK, or the variable of an MPI launcher, says; else 0.
int rank();

// How many processes the gang has. Without Carpool's runner it is what WORLD_SIZE, or the variable
// of an MPI launcher, says; else 1.
int world_size();

// Returns when all ranks have called it.
inline void barrier() { rank_detail::meet_or_fail(rank_detail::Call::kBarrier, 0, std::string()); }

// What each rank has given, by rank. `bytes`: any, at most kMostRankBytes.
inline std::vector<std::string> all_gather(const std::string& bytes) {
  return rank_detail::meet_or_fail(rank_detail::Call::kAllGather, 0, bytes);
}

// What rank `root` has given; what the others give is not looked at.
inline std::string broadcast(int root, const std::string& bytes) {
  const std::vector<std::string> parts =
      rank_detail::meet_or_fail(rank_detail::Call::kBroadcast, root, bytes);
  return parts.empty() ? std::string() : parts.front();
}

// A path for a file store or the like: the same in all ranks, another one for each method, where no
// file is yet. Suite set-up and tear-down have their own. It goes away with the gang.
inline std::string rendezvous_file() {
  std::string path;
  std::string trouble;
  if (!rank_detail::rendezvous_file(path, trouble)) rank_detail::fail(trouble);
  return path;
}

}  // namespace carpool

#endif  // CARPOOL_RANK_H_
