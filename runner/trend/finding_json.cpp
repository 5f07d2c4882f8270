#include "trend/finding_json.h"

#include <cmath>

#include "trend/trend_words.h"

namespace carpool {
namespace {

double rounded(double number) { return std::round(number * 1000.0) / 1000.0; }

void write_subject(JsonWriter& json, const RunSeries& series, int of_class, int method) {
  const bool has_class = of_class >= 0;
  const SeriesClass named =
      has_class ? series.classes[static_cast<std::size_t>(of_class)] : SeriesClass();
  json.key("target");
  has_class ? json.string(named.target) : json.null();
  json.key("class");
  has_class ? json.string(named.name) : json.null();
  json.key("method");
  method >= 0 ? json.string(series.methods[static_cast<std::size_t>(method)].name) : json.null();
}

template <typename Found>
void begin_finding(JsonWriter& json, const Trend& trend, const char* kind, const Found& found,
                   int of_class) {
  json.begin_object();
  json.key("kind").string(kind);
  write_subject(json, trend.series, of_class, found.method);
  json.key("text").string(in_words(trend, found) + ".");
  json.key("evidence").begin_object();
  json.key("machine").integer(found.machine);
}

void end_finding(JsonWriter& json) {
  json.end_object();
  json.end_object();
}

int class_of(const Trend& trend, int method) {
  return trend.series.methods[static_cast<std::size_t>(method)].of_class;
}

const char* to_word(SlowMeasure measure) {
  switch (measure) {
    case SlowMeasure::kDuration:
      return "duration_ns";
    case SlowMeasure::kSuiteSetUp:
      return "suite_set_up_ns";
    case SlowMeasure::kPace:
      return "pace";
  }
  return "";
}

const char* to_word(OrderDirection direction) {
  switch (direction) {
    case OrderDirection::kRedBehindOthers:
      return "red_behind_others";
    case OrderDirection::kRedAlone:
      return "red_alone";
    case OrderDirection::kRedBehindCertain:
      return "red_behind_certain";
    case OrderDirection::kRedWithoutCertain:
      return "red_without_certain";
  }
  return "";
}

void write_side(JsonWriter& json, const char* key, SlowMeasure measure, int runs, double median) {
  json.key(key).begin_object();
  json.key("runs").integer(runs);
  if (measure == SlowMeasure::kPace) {
    json.key("median_pace").number(rounded(median));
  } else {
    json.key("median_ns").integer(std::llround(median));
  }
  json.end_object();
}

void write_tally(JsonWriter& json, const char* key, const AttemptTally& tally) {
  json.key(key).begin_object();
  json.key("attempts").integer(tally.attempts);
  json.key("runs").integer(tally.runs);
  json.key("red").integer(tally.red);
  json.end_object();
}

void write_predecessors(JsonWriter& json, const RunSeries& series, const OrderDependent& found) {
  if (found.predecessors.empty()) return;
  json.key("predecessors").begin_array();
  for (const int method : found.predecessors) json.string(method_name(series, method));
  json.end_array();
  json.key("predecessors_in_all").integer(found.predecessors_in_all);
}

}  // namespace

void write_finding(JsonWriter& json, const Trend& trend, const NewlySlow& found) {
  begin_finding(json, trend, "newly_slow", found, found.of_class);
  json.key("measure").string(to_word(found.measure));
  json.key("test").string(kChangePointTest);
  json.key("u").number(found.u);
  json.key("p_value").number(found.p_value);
  json.key("adjusted_p_value").number(found.adjusted_p_value);
  json.key("level").number(trend.settings.level);
  json.key("since_run").integer(found.since_run);
  write_side(json, "before", found.measure, found.runs_before, found.before);
  write_side(json, "after", found.measure, found.runs_after, found.after);
  json.key("ratio");
  found.before > 0 ? json.number(rounded(found.ratio())) : json.null();
  end_finding(json);
}

void write_finding(JsonWriter& json, const Trend& trend, const NewlyFlaky& found) {
  begin_finding(json, trend, "newly_flaky", found, class_of(trend, found.method));
  json.key("proof").string(found.proof == FlakyProof::kRetry ? "retry" : "alternation");
  json.key("first_flaky_run").integer(found.flaky_runs.front());
  json.key("flaky_runs").begin_array();
  for (const int run : found.flaky_runs) json.integer(run);
  json.end_array();
  json.key("runs_before").integer(found.runs_before);
  json.key("runs_since").integer(found.runs_since);
  json.key("test").string(kSilenceTest);
  json.key("p_value").number(found.p_value);
  json.key("level").number(trend.settings.level);
  end_finding(json);
}

void write_finding(JsonWriter& json, const Trend& trend, const OrderDependent& found) {
  begin_finding(json, trend, "order_dependent", found, class_of(trend, found.method));
  json.key("direction").string(to_word(found.direction));
  write_tally(json, "behind", found.behind);
  write_tally(json, "otherwise", found.otherwise);
  write_predecessors(json, trend.series, found);
  json.key("test").string(kOrderTest);
  json.key("p_value").number(found.p_value);
  json.key("adjusted_p_value").number(found.adjusted_p_value);
  json.key("level").number(trend.settings.level);
  json.key("seen").begin_array();
  for (const RedAttempt& attempt : found.seen) {
    json.begin_object();
    json.key("run").integer(attempt.run);
    json.key("status").string(carpool::to_word(attempt.status));
    json.key("position").integer(attempt.position);
    json.end_object();
  }
  json.end_array();
  end_finding(json);
}

}  // namespace carpool
