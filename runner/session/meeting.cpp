#include "session/meeting.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace carpool {
namespace {

// Whether the worker may make this call; only a broadcast has a root.
bool is_a_call(const std::string& call, std::int64_t root) {
  return call == "broadcast" || ((call == "barrier" || call == "all_gather") && root == 0);
}

}  // namespace

void Meeting::begin_step(std::size_t ranks) { seats_.assign(ranks, Seat()); }

std::optional<std::string> Meeting::take(std::size_t rank, const protocol::Message& message,
                                         const std::vector<Worker*>& workers) {
  std::int64_t root = 0;
  if (message.fields.size() < 3 || !protocol::parse_number(message.fields[1], root) || root < 0 ||
      static_cast<std::size_t>(root) >= seats_.size() || !is_a_call(message.fields[0], root)) {
    return "sent a malformed 'meet'";
  }
  if (message.fields[2].size() > protocol::kMostRankBytes) {
    return "called " + message.fields[0] + "() with more than " +
           std::to_string(protocol::kMostRankBytes) + " bytes";
  }
  Seat& seat = seats_[rank];
  if (seat.waits) return "called " + message.fields[0] + "() while it waits in " + seat.call + "()";
  seat.waits = true;
  seat.call = message.fields[0];
  seat.root = message.fields[1];
  seat.bytes = message.fields[2];
  settle(workers);
  return std::nullopt;
}

void Meeting::leave(std::size_t rank, const std::string& how, const std::vector<Worker*>& workers) {
  seats_[rank].left = how;
  settle(workers);
}

std::string Meeting::call_of(std::size_t rank) const {
  return seats_[rank].waits ? seats_[rank].call : "";
}

// Answers those that wait, where it is certain what the answer is.
void Meeting::settle(const std::vector<Worker*>& workers) {
  if (const std::string reason = disagreement(); !reason.empty()) return refuse(reason, workers);
  const bool all = std::ranges::all_of(seats_, [](const Seat& seat) { return seat.waits; });
  if (all) return answer(workers);
  // Who was refused before has left for another's sake, and is not the one to be named to those who
  // come late.
  auto gone = std::ranges::find_if(
      seats_, [](const Seat& seat) { return !seat.left.empty() && !seat.refused; });
  if (gone == seats_.end()) {
    gone = std::ranges::find_if(seats_, [](const Seat& seat) { return !seat.left.empty(); });
  }
  if (gone == seats_.end()) return;
  refuse("rank " + std::to_string(gone - seats_.begin()) + " " + gone->left + " without joining in",
         workers);
}

// Two that wait in different calls.
std::string Meeting::disagreement() const {
  const Seat* first = nullptr;
  for (const Seat& seat : seats_) {
    if (!seat.waits) continue;
    if (!first) first = &seat;
    if (seat.call == first->call && seat.root == first->root) continue;
    const auto words = [&](const Seat& of) {
      const std::string root = of.call == "broadcast" ? "root " + of.root : "";
      return "rank " + std::to_string(&of - seats_.data()) + " is in " + of.call + "(" + root + ")";
    };
    return "the ranks make different calls: " + words(*first) + ", " + words(seat);
  }
  return {};
}

void Meeting::answer(const std::vector<Worker*>& workers) {
  const std::string call = seats_.front().call;
  std::int64_t root = 0;
  protocol::parse_number(seats_.front().root, root);
  std::string lines;
  for (Seat& seat : seats_) {
    const bool is_root = &seat == &seats_[static_cast<std::size_t>(root)];
    const bool is_part = call == "all_gather" || (call == "broadcast" && is_root);
    if (is_part) lines += protocol::encode({"part", {std::exchange(seat.bytes, {})}});
    seat.bytes.clear();
    seat.waits = false;
  }
  lines += protocol::encode({"met", {}});
  // One copy for all: with many ranks it is many times what each has given.
  const auto shared = std::make_shared<const std::string>(std::move(lines));
  for (Worker* const worker : workers) {
    if (worker) worker->send_lines(shared);
  }
}

void Meeting::refuse(const std::string& reason, const std::vector<Worker*>& workers) {
  for (std::size_t rank = 0; rank < seats_.size(); ++rank) {
    if (!std::exchange(seats_[rank].waits, false)) continue;
    seats_[rank].refused = true;
    if (workers[rank]) workers[rank]->send({"refused", {reason}});
  }
}

}  // namespace carpool
