#include "trend/trend_words.h"

#include <fmt/format.h>

#include "base/counted.h"

namespace carpool {
namespace {

std::string what_is_slow(const RunSeries& series, const NewlySlow& found) {
  switch (found.measure) {
    case SlowMeasure::kDuration:
      return method_name(series, found.method) + " takes";
    case SlowMeasure::kSuiteSetUp:
      return "the set-up of " + series.classes[static_cast<std::size_t>(found.of_class)].name +
             " takes";
    case SlowMeasure::kPace:
      return "all methods together take";
  }
  return "";
}

std::string runs(int count) { return counted(count, "run", "runs"); }

std::string attempts(const AttemptTally& tally) {
  return fmt::format("{} of {}", tally.red, tally.attempts);
}

const std::string& run_id(const RunSeries& series, int run) {
  return series.runs[static_cast<std::size_t>(run)].run.id;
}

// "behind A.b", "behind one of A.b, A.c and 7 more"
std::string certain_ones(const RunSeries& series, const OrderDependent& found) {
  std::string names;
  for (const int method : found.predecessors) {
    if (!names.empty()) names += ", ";
    names += method_name(series, method);
  }
  const auto more = static_cast<std::size_t>(found.predecessors_in_all) - found.predecessors.size();
  if (more > 0) names += fmt::format(" and {} more", more);
  return (found.predecessors_in_all > 1 ? "one of " : "") + names;
}

}  // namespace

std::string method_name(const RunSeries& series, int method) {
  const SeriesMethod& named = series.methods[static_cast<std::size_t>(method)];
  return series.classes[static_cast<std::size_t>(named.of_class)].name + "." + named.name;
}

std::string measured_time(double ns) {
  if (ns >= 1e9) return fmt::format("{:.2f} s", ns / 1e9);
  if (ns >= 1e6) return fmt::format("{:.1f} ms", ns / 1e6);
  return fmt::format("{:.0f} us", ns / 1e3);
}

std::string probability(double p_value) { return fmt::format("{:.2g}", p_value); }

std::string in_words(const Trend& trend, const NewlySlow& found) {
  if (found.before <= 0) {
    return fmt::format("{} {} since run {}, before nothing", what_is_slow(trend.series, found),
                       measured_time(found.after), run_id(trend.series, found.since_run));
  }
  std::string words =
      fmt::format("{} {:.2f} times as long since run {}", what_is_slow(trend.series, found),
                  found.ratio(), run_id(trend.series, found.since_run));
  if (found.measure != SlowMeasure::kPace) {
    words +=
        fmt::format(": {}, before {}", measured_time(found.after), measured_time(found.before));
  }
  return words;
}

std::string evidence_in_words(const NewlySlow& found) {
  return fmt::format("{} before and {} since; p = {}, adjusted {}", runs(found.runs_before),
                     runs(found.runs_after), probability(found.p_value),
                     probability(found.adjusted_p_value));
}

std::string in_words(const Trend& trend, const NewlyFlaky& found) {
  const std::string name = method_name(trend.series, found.method);
  const char* const how = found.proof == FlakyProof::kRetry
                              ? "failed and passed within one run"
                              : "is red in one run and green in the next";
  return fmt::format("{} {}, first in run {}: in {} of {}, after {} that it passed", name, how,
                     run_id(trend.series, found.flaky_runs.front()), found.flaky_runs.size(),
                     runs(found.runs_since), runs(found.runs_before));
}

std::string evidence_in_words(const NewlyFlaky& found) {
  return "p = " + probability(found.p_value);
}

std::string in_words(const Trend& trend, const OrderDependent& found) {
  const RunSeries& series = trend.series;
  const std::string name = method_name(series, found.method);
  const std::string behind = attempts(found.behind);
  const std::string otherwise = attempts(found.otherwise);
  const bool has_suspects = !found.predecessors.empty();
  switch (found.direction) {
    case OrderDirection::kRedBehindOthers:
      return fmt::format(
          "{} was red behind other methods ({}), green as the first of a worker ({}){}", name,
          behind, otherwise, has_suspects ? "; look at " + certain_ones(series, found) : "");
    case OrderDirection::kRedAlone:
      return fmt::format(
          "{} was red as the first of a worker ({}), green behind other methods ({}){}", name,
          otherwise, behind, has_suspects ? "; look at " + certain_ones(series, found) : "");
    case OrderDirection::kRedBehindCertain:
      return fmt::format("{} was red behind {} ({}), green elsewhere ({})", name,
                         certain_ones(series, found), behind, otherwise);
    case OrderDirection::kRedWithoutCertain:
      return fmt::format("{} is green behind {} ({}), red elsewhere ({})", name,
                         certain_ones(series, found), behind, otherwise);
  }
  return name;
}

std::string evidence_in_words(const OrderDependent& found) {
  return fmt::format("p = {}, adjusted {}", probability(found.p_value),
                     probability(found.adjusted_p_value));
}

}  // namespace carpool
