#include "session/gang_record.h"

#include <algorithm>
#include <string>
#include <utility>

#include "session/output_collector.h"

namespace carpool {
namespace {

struct Weight {
  RankStatus rank;
  int weight;  // how much it says about the method
  MethodStatus method;
};

// One that was aborted, or never began, says nothing: another one's fate is the reason.
constexpr Weight kWeights[] = {
    {RankStatus::kInterrupted, 9, MethodStatus::kInterrupted},
    {RankStatus::kCrashed, 8, MethodStatus::kCrashed},
    {RankStatus::kExited, 7, MethodStatus::kExited},
    {RankStatus::kProtocolError, 6, MethodStatus::kProtocolError},
    {RankStatus::kTimedOut, 5, MethodStatus::kTimedOut},
    {RankStatus::kFailed, 4, MethodStatus::kFailed},
    {RankStatus::kAborted, 3, MethodStatus::kFailed},
    {RankStatus::kNotRun, 2, MethodStatus::kNotRun},
    {RankStatus::kSkipped, 1, MethodStatus::kSkipped},
    {RankStatus::kPassed, 0, MethodStatus::kPassed},
};

const Weight& weight_of(const RankResult& result) {
  return *std::ranges::find(kWeights, result.status, &Weight::rank);
}

void merge_output(MethodFinished& record) {
  BoundedText text;
  std::uint64_t total = 0;
  bool truncated = false;
  for (const RankResult& rank : record.ranks) {
    if (rank.output.total_bytes == 0) continue;
    total += rank.output.total_bytes;
    truncated = truncated || rank.output.truncated;
    text.append("[rank " + std::to_string(rank.rank) + "]\n" + rank.output.text);
    if (!rank.output.text.ends_with('\n')) text.append("\n");
  }
  if (total == 0) return;
  record.output = text.take();
  record.output.total_bytes = std::max<std::uint64_t>(total, record.output.text.size());
  record.output.truncated = record.output.truncated || truncated;
}

void merge_evidence(MethodFinished& record, const RankResult& of) {
  const std::string who = "[rank " + std::to_string(of.rank) + "] ";
  for (const TestFailure& failure : of.failures) {
    record.failures.push_back(
        {.file = failure.file, .line = failure.line, .message = who + failure.message});
  }
  record.failures_left_out += of.failures_left_out;
  for (const std::string& leak : of.leaks) {
    if (std::ranges::find(record.leaks, leak) == record.leaks.end()) record.leaks.push_back(leak);
  }
}

void add_stacks(MethodFinished& record, const RankResult& of) {
  if (of.stacks.empty()) return;
  record.stacks += "[rank " + std::to_string(of.rank) + "]\n" + of.stacks;
  if (!of.stacks.ends_with('\n')) record.stacks += '\n';
}

// The worst rank's; where that says it all by its failures, why others did not come to the end.
std::string reason_of(const std::vector<RankResult>& ranks, const RankResult& worst) {
  const auto in_words = [](const RankResult& rank) {
    return "rank " + std::to_string(rank.rank) + ": " + rank.reason;
  };
  if (!worst.reason.empty()) return in_words(worst);
  for (const RankResult& rank : ranks) {
    if (rank.status == RankStatus::kAborted && !rank.reason.empty()) return in_words(rank);
  }
  return {};
}

}  // namespace

MethodFinished merge_ranks(std::vector<RankResult> ranks, std::optional<std::size_t> charged) {
  MethodFinished record;
  record.ranks = std::move(ranks);
  const auto found = std::ranges::max_element(
      record.ranks, {}, [](const RankResult& rank) { return weight_of(rank).weight; });
  const bool first = charged && record.ranks[*charged].status == found->status;
  const RankResult& worst = first ? record.ranks[*charged] : *found;
  record.status = weight_of(worst).method;
  record.reason = reason_of(record.ranks, worst);
  record.signal = worst.signal;
  record.exit_code = worst.exit_code;
  add_stacks(record, worst);  // who is to blame comes first
  for (const RankResult& rank : record.ranks) {
    if (&rank != &worst) add_stacks(record, rank);
    record.duration_ns = std::max(record.duration_ns, rank.duration_ns);
    merge_evidence(record, rank);
  }
  merge_output(record);
  return record;
}

}  // namespace carpool
