#include "gang_posix.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <mutex>
#include <vector>

#include "../include/carpool/rank.h"
#include "../protocol/message.h"
#include "forked_child_posix.h"
#include "inbox_posix.h"
#include "line.h"

namespace carpool {
namespace {

static_assert(kMostRankBytes == protocol::kMostRankBytes, "what is promised is what goes through");

constexpr const char* kByLauncher = "launcher";

// How launchers of distributed programs tell a process its place: Open MPI, MPICH and its
// descendants, PMIx, Slurm; and PyTorch's own words.
constexpr const char* kRankVariables[] = {
    "OMPI_COMM_WORLD_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK", "PMIX_RANK", "SLURM_PROCID", "RANK"};
constexpr const char* kSizeVariables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE",
                                          "SLURM_NTASKS", "WORLD_SIZE"};
constexpr std::size_t kLauncherSizeVariables = 4;  // of them; the last one may be anybody's

struct Place {
  std::int64_t rank = 0;
  std::int64_t size = 1;
};

// What <carpool/rank.h> knows. Never destroyed: static destructors may still ask.
struct GangState {
  Place place;
  Channel* channel = nullptr;
  std::string rendezvous;
  std::string step = "start";
  std::string (*current_method)() = nullptr;
  // By hand: the process that has made the directory, and its files.
  pid_t owner = -1;
  std::vector<std::string> own_files;
  std::string last_method;
  std::mutex step_mutex;
  Inbox inbox;
};

std::int64_t first_number(const char* const* names, std::size_t count, std::int64_t otherwise) {
  for (std::size_t i = 0; i < count; ++i) {
    const char* const text = getenv(names[i]);
    std::int64_t number = 0;
    if (text != nullptr && protocol::parse_number(text, number)) return number;
  }
  return otherwise;
}

template <std::size_t kCount>
std::int64_t first_number(const char* const (&names)[kCount], std::int64_t otherwise) {
  return first_number(names, kCount, otherwise);
}

// By hand, or under somebody else's launcher. Nonsense counts as a gang of one.
Place place_by_hand() {
  Place place;
  place.size = first_number(kSizeVariables, 1);
  place.rank = first_number(kRankVariables, 0);
  if (place.size < 1 || place.rank < 0 || place.rank >= place.size) return Place();
  return place;
}

GangState& state() {
  static GangState* const the_state = [] {
    auto* const made = new GangState;
    made->place = place_by_hand();
    return made;
  }();
  return *the_state;
}

bool make_directory(const std::string& path) {
  if (mkdir(path.c_str(), S_IRWXU) == 0) return true;
  struct stat found;
  return errno == EEXIST && lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
         found.st_uid == geteuid();
}

// By hand nobody else could remove it.
void remove_own_directory() {
  const GangState& gang = state();
  if (getpid() != gang.owner) return;
  for (const std::string& path : gang.own_files) unlink(path.c_str());
  rmdir(gang.rendezvous.c_str());
}

bool make_own_directory(std::string& directory) {
  const char* const base = getenv("TMPDIR");
  std::string path = base != nullptr && *base != '\0' ? base : "/tmp";
  path += "/carpool-XXXXXX";
  if (mkdtemp(&path[0]) == nullptr) return false;
  directory = path;
  state().owner = getpid();
  atexit(remove_own_directory);
  return true;
}

const char* word_of(rank_detail::Call call) {
  switch (call) {
    case rank_detail::Call::kBarrier:
      return "barrier";
    case rank_detail::Call::kAllGather:
      return "all_gather";
    case rank_detail::Call::kBroadcast:
      break;
  }
  return "broadcast";
}

// Waits for the other ranks. The runner answers with a line for each part and one that ends them.
bool await_answer(Inbox::Call& call, Channel& channel, std::vector<std::string>& parts,
                  std::string& trouble) {
  protocol::Message message;
  while (call.receive(channel, message)) {
    if (message.word == "part" && !message.fields.empty()) {
      parts.push_back(message.fields[0]);
    } else if (message.word == "met") {
      return true;
    } else {
      trouble =
          message.fields.empty() ? "the runner said '" + message.word + "'" : message.fields[0];
      return false;
    }
  }
  trouble = "the runner has gone";
  return false;
}

// Why a launcher's process cannot take this place; empty for nothing.
std::string trouble_with_launcher(const Place& place) {
  const std::string of_world = " of a WORLD_SIZE of " + std::to_string(place.size);
  const std::int64_t started = first_number(kSizeVariables, kLauncherSizeVariables, place.size);
  if (started != place.size) {
    return "the LAUNCHER started " + std::to_string(started) + " ranks" + of_world +
           ": it has to start as many";
  }
  if (place.rank < 0) {
    return "the LAUNCHER gives no rank in a variable that Carpool knows (OMPI_COMM_WORLD_RANK, "
           "PMI_RANK, PMIX_RANK, SLURM_PROCID, RANK)";
  }
  if (place.rank < place.size) return {};
  return "the LAUNCHER started rank " + std::to_string(place.rank) + of_world +
         ": it has to start as many";
}

}  // namespace

bool take_place_in_gang(const std::string& gang, std::string& trouble) {
  if (gang.empty()) return true;
  Place& place = state().place;
  const std::size_t slash = gang.find('/');
  const bool by_launcher = gang.compare(0, slash, kByLauncher) == 0;
  const bool well_formed =
      slash != std::string::npos && protocol::parse_number(gang.substr(slash + 1), place.size) &&
      place.size >= 1 &&
      (by_launcher ||
       (protocol::parse_number(gang.substr(0, slash), place.rank) && place.rank < place.size));
  if (!well_formed) {
    trouble = "CARPOOL_GANG is '" + gang + "', expected '<rank>/<size>'";
    return false;
  }
  if (!by_launcher) return true;
  place.rank = first_number(kRankVariables, -1);
  trouble = trouble_with_launcher(place);
  if (!trouble.empty()) return false;
  const std::string rank = std::to_string(place.rank);
  const std::string size = std::to_string(place.size);
  setenv("RANK", rank.c_str(), 1);
  setenv("WORLD_SIZE", size.c_str(), 1);
  setenv("LOCAL_RANK", rank.c_str(), 1);
  setenv("LOCAL_WORLD_SIZE", size.c_str(), 1);
  return true;
}

bool is_launched_together(const std::string& gang) {
  return gang.compare(0, std::strlen(kByLauncher), kByLauncher) == 0;
}

std::string own_address(const std::string& address, const std::string& gang) {
  if (!is_launched_together(gang)) return address;
  const Place& place = state().place;
  const bool has_own = place.rank >= 0 && place.rank < place.size;
  return address + "." + std::to_string(has_own ? place.rank : 0);
}

void join_gang(Channel& channel, const std::string& rendezvous) {
  state().channel = &channel;
  state().rendezvous = rendezvous;
}

void begin_step_of_gang(const char* kind, std::int64_t number, std::int64_t runs_before) {
  const std::lock_guard<std::mutex> lock(state().step_mutex);
  state().step = kind + std::to_string(number);
  if (runs_before > 0) state().step += "-" + std::to_string(runs_before);
}

void tell_methods_apart_by(std::string (*current_method)()) {
  state().current_method = current_method;
}

bool receive_request(Channel& channel, protocol::Message& request) {
  return state().inbox.receive_request(channel, request);
}

int rank() { return static_cast<int>(state().place.rank); }
int world_size() { return static_cast<int>(state().place.size); }

namespace rank_detail {

bool meet(Call call, int root, const std::string& bytes, std::vector<std::string>& parts,
          std::string& trouble) {
  const std::string name = std::string("carpool::") + word_of(call) + "()";
  GangState& gang = state();
  const bool is_needed = call != Call::kBroadcast || root == gang.place.rank;
  parts.clear();
  if (root < 0 || root >= gang.place.size) {
    trouble = name + ": there is no rank " + std::to_string(root) + ", the gang has " +
              std::to_string(gang.place.size);
  } else if (is_needed && bytes.size() > kMostRankBytes) {
    trouble = name + ": " + std::to_string(bytes.size()) + " bytes are too many, at most " +
              std::to_string(kMostRankBytes) + " go through the runner";
  } else if (gang.place.size == 1) {
    parts.push_back(bytes);
  } else if (in_forked_child()) {
    trouble = name + ": a forked child has no part in the gang";
  } else if (gang.channel == nullptr) {
    trouble =
        getenv(protocol::kChannelVariable) != nullptr
            ? name + ": too early, before main() and the static objects of Carpool's plugin"
            : name + ": the ranks come together through Carpool's runner: use ctest or carpool run";
  } else {
    Inbox::Call turn(gang.inbox);
    gang.channel->send(
        Line("meet").text(word_of(call)).number(root).text(is_needed ? bytes : std::string()));
    if (!await_answer(turn, *gang.channel, parts, trouble)) trouble = name + ": " + trouble;
  }
  return trouble.empty();
}

bool rendezvous_file(std::string& path, std::string& trouble) {
  GangState& gang = state();
  const std::lock_guard<std::mutex> lock(gang.step_mutex);
  const std::string name = "carpool::rendezvous_file()";
  if (gang.channel == nullptr && gang.place.size > 1) {
    trouble =
        name + ": the ranks agree on a path through Carpool's runner: use ctest or carpool run";
    return false;
  }
  bool made = true;
  if (gang.channel != nullptr) {
    const std::string parent = gang.rendezvous.substr(0, gang.rendezvous.rfind('/'));
    made = make_directory(parent) && make_directory(gang.rendezvous);
  } else if (gang.rendezvous.empty()) {
    made = make_own_directory(gang.rendezvous);
  }
  if (!made) {
    trouble = name + ": cannot make " + gang.rendezvous + ": " + std::strerror(errno);
    return false;
  }
  if (gang.channel == nullptr) {
    const std::string method = gang.current_method != nullptr ? gang.current_method() : "";
    if (gang.own_files.empty() || method != gang.last_method) {
      gang.own_files.push_back(gang.rendezvous + "/" + std::to_string(gang.own_files.size()));
      gang.last_method = method;
    }
    path = gang.own_files.back();
  } else {
    path = gang.rendezvous + "/" + gang.step;
  }
  return true;
}

}  // namespace rank_detail
}  // namespace carpool
