#pragma once

#include <cstddef>
#include <cstdint>

#include "base/digest.h"

// What carpool-exec and the broker have to agree on. Nothing here needs the C++ library at run
// time: the client is started for every test method and must cost no more than starting a process
// does. Both are of one version, which is part of the address: a client never meets another's
// broker.

namespace carpool::exec {

// The name of a socket in the abstract namespace, where nothing can be left behind. Whoever knows
// it gets no further than the check of who they are: both ends ask the kernel for the other's user.
using Address = Digest::Name;

// The ctest that started a client, or where there is none the client's parent.
struct CtestProcess {
  std::int64_t process_id;
  std::uint64_t start_ticks;  // since boot: a number that is used again is another process
  bool is_ctest;
};

// What a broker is found by: while `ctest` runs, by that; afterwards, while it is kept warm, by
// each target that it has served. `name_space`: of process ids, as /proc/self/ns/pid names it.
inline Address address_of_ctest(const char* version, std::uint64_t user, const char* name_space,
                                const CtestProcess& ctest) {
  Digest maker;
  maker.add("ctest");
  maker.add(version);
  maker.add(user);
  maker.add(name_space);
  maker.add(static_cast<std::uint64_t>(ctest.process_id));
  maker.add(ctest.start_ticks);
  return maker.make();
}

inline Address warm_address(const char* version, std::uint64_t user, const char* name_space,
                            const char* manifest) {
  Digest maker;
  maker.add("warm");
  maker.add(version);
  maker.add(user);
  maker.add(name_space);
  maker.add(manifest);
  return maker.make();
}

// A request is this, then `size` bytes: strings, each with a NUL behind it, in the order of Field,
// then the environment, NAME=value each. Of the machine's own byte order.
struct RequestHeader {
  std::uint32_t size;
  std::uint32_t strings;
};

enum Field {
  kWhat,     // "run", "finish" or "alive"
  kProcess,  // CtestProcess, in decimal: process id, start ticks, 1 where it is a ctest
  kStartTicks,
  kIsCtest,
  kManifest,   // of "finish": the results directory
  kMethod,     // Suite.Name; of "finish": empty
  kDirectory,  // the client's working directory
  kFields,     // how many there are before the environment
};

constexpr char kRun[] = "run";
constexpr char kFinish[] = "finish";
constexpr char kAlive[] = "alive";  // nothing is asked for but an answer, which is kExit

// A client that will not wait any longer, for a broker that does not answer, sends this behind its
// request and closes both directions. Where no kBegun has come to it by then, none will: the broker
// runs only what it could say kBegun to. So the client may have the method run in another way.
constexpr char kTakenBack = 'x';
constexpr std::uint32_t kLargestRequest = 16u << 20;

// An answer is a series of frames: this, then `size` bytes.
struct FrameHeader {
  std::uint32_t size;
  std::uint32_t kind;
};

enum Frame : std::uint32_t {
  kAccepted = 1,  // the request has been read
  kBegun,         // from here on the method must not be run by anybody else
  kOutput,        // for the client's standard output
  kExit,          // the last: a decimal exit code
  kSignal,        // the last: the decimal number of the signal to die of
  kRefused,       // the last: why the broker cannot run this, in words
  kLookAgain,     // the last: this broker is not for that client; there is, or will be, another
};

}  // namespace carpool::exec
