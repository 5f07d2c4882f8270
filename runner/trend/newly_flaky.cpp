#include "trend/newly_flaky.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace carpool {
namespace {

constexpr int kFewestChanges = 3;

enum class Verdict { kGreen, kRed, kFlaky };

struct Judged {
  int run = 0;
  Verdict verdict = Verdict::kGreen;
};

std::optional<Verdict> verdict_of(MethodStatus status) {
  switch (status) {
    case MethodStatus::kPassed:
      return Verdict::kGreen;
    case MethodStatus::kFlaky:
      return Verdict::kFlaky;
    case MethodStatus::kSkipped:
    case MethodStatus::kDisabled:
    case MethodStatus::kInterrupted:
    case MethodStatus::kNotRun:
      return std::nullopt;
    default:
      return Verdict::kRed;
  }
}

int changes_in(const std::vector<Judged>& judged) {
  int changes = 0;
  for (std::size_t at = 1; at < judged.size(); ++at) {
    const bool was_red = judged[at - 1].verdict == Verdict::kRed;
    changes += was_red != (judged[at].verdict == Verdict::kRed) ? 1 : 0;
  }
  return changes;
}

// The indices of those that show it.
std::vector<std::size_t> flaky_places(const std::vector<Judged>& judged) {
  const bool alternates = changes_in(judged) >= kFewestChanges;
  const auto is_green = [](const Judged& one) { return one.verdict != Verdict::kRed; };
  const auto first_green = std::find_if(judged.begin(), judged.end(), is_green) - judged.begin();
  const auto behind_last_green =
      judged.rend() - std::find_if(judged.rbegin(), judged.rend(), is_green);
  std::vector<std::size_t> places;
  for (std::ptrdiff_t at = 0; at < std::ssize(judged); ++at) {
    const Verdict verdict = judged[static_cast<std::size_t>(at)].verdict;
    const bool between = verdict == Verdict::kRed && first_green < at && at < behind_last_green;
    if (verdict == Verdict::kFlaky || (alternates && between)) {
      places.push_back(static_cast<std::size_t>(at));
    }
  }
  return places;
}

// How likely it is that none of `flaky` runs among `all` is among the first `quiet`, if each is as
// likely as any other: C(all - quiet, flaky) / C(all, flaky).
double chance_of_silence(int all, int quiet, int flaky) {
  double chance = 1;
  for (int one = 0; one < flaky; ++one) {
    chance *= static_cast<double>(all - quiet - one) / (all - one);
  }
  return std::max(chance, 0.0);
}

std::optional<NewlyFlaky> flaky_in(const std::vector<Judged>& judged,
                                   const TrendSettings& settings) {
  const std::vector<std::size_t> places = flaky_places(judged);
  if (places.empty()) return std::nullopt;
  const std::size_t first = places.front();
  NewlyFlaky found{.proof = FlakyProof::kAlternation};
  for (std::size_t at = 0; at < first; ++at) {
    found.runs_before += judged[at].verdict == Verdict::kGreen ? 1 : 0;
  }
  if (found.runs_before < settings.fewest_quiet_runs) return std::nullopt;
  for (const std::size_t place : places) {
    found.flaky_runs.push_back(judged[place].run);
    if (judged[place].verdict == Verdict::kFlaky) found.proof = FlakyProof::kRetry;
  }
  found.runs_since = static_cast<int>(judged.size() - first);
  found.p_value = chance_of_silence(static_cast<int>(judged.size()), static_cast<int>(first),
                                    static_cast<int>(places.size()));
  return found;
}

std::vector<std::vector<Judged>> judged_on(const RunSeries& series, int machine) {
  std::vector<std::vector<Judged>> methods(series.methods.size());
  for (std::size_t index = 0; index < series.runs.size(); ++index) {
    const SeriesRun& run = series.runs[index];
    if (run.machine != machine) continue;
    for (const MethodPoint& point : run.methods) {
      if (const auto verdict = verdict_of(point.status)) {
        methods[static_cast<std::size_t>(point.method)].push_back(
            {.run = static_cast<int>(index), .verdict = *verdict});
      }
    }
  }
  return methods;
}

}  // namespace

std::vector<NewlyFlaky> find_newly_flaky(const RunSeries& series, const TrendSettings& settings) {
  std::map<int, NewlyFlaky> by_method;
  for (int machine = 0; machine < series.machines; ++machine) {
    auto methods = judged_on(series, machine);
    for (std::size_t method = 0; method < methods.size(); ++method) {
      auto& judged = methods[method];
      const auto most = static_cast<std::size_t>(settings.most_runs);
      if (judged.size() > most) judged.erase(judged.begin(), judged.end() - settings.most_runs);
      auto found = flaky_in(judged, settings);
      if (!found) continue;
      found->method = static_cast<int>(method);
      found->machine = machine;
      const auto [known, is_new] = by_method.try_emplace(found->method, *found);
      if (!is_new && found->p_value < known->second.p_value) known->second = *found;
    }
  }
  std::vector<NewlyFlaky> all;
  for (auto& [method, found] : by_method) all.push_back(std::move(found));
  std::stable_sort(all.begin(), all.end(), [](const NewlyFlaky& left, const NewlyFlaky& right) {
    return left.p_value < right.p_value;
  });
  return all;
}

}  // namespace carpool
