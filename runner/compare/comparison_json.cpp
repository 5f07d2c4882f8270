#include "compare/comparison_json.h"

#include "journal/json_writer.h"

namespace carpool {
namespace {

void write_integers(JsonWriter& json, std::string_view key,
                    const std::vector<std::int64_t>& values) {
  json.key(key).begin_array();
  for (const std::int64_t value : values) json.integer(value);
  json.end_array();
}

void write_numbers(JsonWriter& json, std::string_view key, const std::vector<double>& values) {
  json.key(key).begin_array();
  for (const double value : values) json.number(value);
  json.end_array();
}

std::int64_t median_ns(const std::vector<std::int64_t>& times_ns) {
  return static_cast<std::int64_t>(median(std::vector<double>(times_ns.begin(), times_ns.end())));
}

void write_interval(JsonWriter& json, std::string_view key,
                    const std::optional<Interval>& interval) {
  json.key(key);
  if (!interval) return json.null();
  json.begin_array();
  json.number(interval->low);
  json.number(interval->high);
  json.end_array();
}

void write_saving(JsonWriter& json, const Saving& saving) {
  json.key("pairs").integer(static_cast<std::int64_t>(saving.pairs));
  json.key("speedup").number(saving.speedup);
  write_interval(json, "speedup_interval", saving.interval);
  json.key("reduction_percent").number(saving.reduction_percent());
  write_interval(json, "reduction_percent_interval", saving.reduction_interval_percent());
  json.key("established").boolean(saving.established());
}

void write_times(JsonWriter& json, const ComparedTimes& times, bool is_sampled) {
  json.key("spawn_baseline").begin_object();
  json.key("basis").string(is_sampled ? "estimated" : "measured");
  if (is_sampled) json.key("sampling_error_percent").number(times.sampling_error_percent);
  json.key("spawn_ns").integer(median_ns(times.spawn_ns));
  json.key("continuous_ns").integer(median_ns(times.continuous_ns));
  write_saving(json, times.saving);
  json.end_object();
  json.key("samples").begin_object();
  write_integers(json, "spawn_ns", times.spawn_ns);
  write_integers(json, "continuous_ns", times.continuous_ns);
  json.end_object();
}

void write_differences(JsonWriter& json, const std::vector<VerdictDifference>& differences) {
  json.key("verdict_differences").begin_array();
  for (const VerdictDifference& difference : differences) {
    json.begin_object();
    json.key("class").string(difference.class_name);
    json.optional_string("method", difference.method);
    json.key("spawn").string(difference.spawn);
    json.key("continuous").string(difference.continuous);
    json.key("explanation").string(difference.explanation);
    json.end_object();
  }
  json.end_array();
}

void write_uncompared(JsonWriter& json, std::string_view key,
                      const std::vector<UncomparedMethod>& methods) {
  json.key(key).begin_array();
  for (const UncomparedMethod& method : methods) {
    json.begin_object();
    json.key("class").string(method.class_name);
    json.key("method").string(method.method);
    json.key("reason").string(method.reason);
    json.end_object();
  }
  json.end_array();
}

void write_host(JsonWriter& json, const Comparison& comparison) {
  json.key("host").begin_object();
  json.key("name").string(comparison.host.host_name);
  json.key("system").string(comparison.host.host_system);
  json.key("cores").integer(comparison.host.host_cores);
  write_numbers(json, "load_average_before", comparison.load_before);
  write_numbers(json, "load_average_after", comparison.load_after);
  json.end_object();
}

void write_measurement(JsonWriter& json, const Comparison& comparison) {
  json.key("measurement").begin_object();
  json.key("jobs").integer(comparison.jobs);
  json.key("blocks").integer(comparison.blocks);
  json.key("order").string(
      "spawn, continuous, continuous, spawn, then each reference; one warm-up discarded");
  json.key("estimator").string("median of paired log-ratios");
  json.key("interval").string("95 % expanded percentile bootstrap");
  json.key("seed").integer(static_cast<std::int64_t>(comparison.seed));
  if (comparison.sample) {
    json.key("sample").begin_object();
    json.key("methods_per_class").integer(static_cast<std::int64_t>(*comparison.sample));
    json.key("estimator")
        .string(
            "difference estimator by class: mean of process time less body time, added to every "
            "body; "
            "chosen anew for each round");
    json.end_object();
  }
  if (comparison.until_percent) {
    json.key("until").begin_object();
    json.key("margin_percent").number(*comparison.until_percent);
    json.key("reached").boolean(comparison.is_exact_enough());
    json.end_object();
  }
  json.key("noise").begin_array();
  for (const std::string& reason : comparison.noise) json.string(reason);
  json.end_array();
  json.end_object();
}

void write_class(JsonWriter& json, const ClassComparison& compared) {
  const ClassVerdicts& verdicts = compared.verdicts;
  json.begin_object();
  json.key("name").string(compared.name);
  json.key("status").string(to_word(verdicts.continuous_status));
  if (compared.is_sampled()) {
    json.key("method_count").integer(static_cast<std::int64_t>(compared.method_count));
  }
  write_times(json, compared.times, compared.is_sampled());
  json.key("methods").begin_array();
  for (std::size_t index = 0; index < verdicts.methods.size(); ++index) {
    json.begin_object();
    json.key("name").string(verdicts.methods[index]);
    json.key("spawn").string(word(verdicts.spawn[index]));
    json.optional_string("spawn_detail", verdicts.spawn[index].detail);
    json.key("continuous").string(to_word(verdicts.continuous[index].status));
    json.optional_string("continuous_detail", verdicts.continuous[index].detail);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_reference(JsonWriter& json, const ReferenceComparison& reference) {
  json.begin_object();
  json.key("name").string(reference.name);
  json.key("description").string(reference.description);
  json.key("available").boolean(reference.unavailable_reason.empty());
  json.optional_string("reason", reference.unavailable_reason);
  if (reference.unavailable_reason.empty()) {
    json.key("wall_ns").integer(median_ns(reference.wall_ns));
    json.key("continuous_against_it").begin_object();
    write_saving(json, reference.saving);
    json.end_object();
    json.key("samples").begin_object();
    write_integers(json, "wall_ns", reference.wall_ns);
    json.end_object();
  }
  json.end_object();
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
  std::string text;
  JsonWriter json(text, 3);
  json.begin_object();
  json.key("schema").string("carpool/comparison/v1");
  json.key("target").string(comparison.manifest.target);
  json.key("executable").string(comparison.manifest.executable.string());
  json.key("started_at").string(comparison.host.started_at);
  json.key("version").string(comparison.host.version);
  // First what casts doubt on the rest.
  write_differences(json, comparison.differences);
  write_uncompared(json, "unstable", comparison.unstable);
  write_uncompared(json, "not_comparable", comparison.not_comparable);
  write_host(json, comparison);
  write_measurement(json, comparison);
  json.key("total").begin_object();
  json.key("classes").integer(static_cast<std::int64_t>(comparison.classes.size()));
  json.key("methods").integer(static_cast<std::int64_t>(comparison.method_count()));
  if (comparison.is_sampled()) {
    json.key("sampled_methods")
        .integer(static_cast<std::int64_t>(comparison.sampled_method_count()));
  }
  write_times(json, comparison.total, comparison.is_sampled());
  json.end_object();
  json.key("references").begin_array();
  for (const ReferenceComparison& reference : comparison.references)
    write_reference(json, reference);
  json.end_array();
  json.key("classes").begin_array();
  for (const ClassComparison& compared : comparison.classes) write_class(json, compared);
  json.end_array();
  json.end_object();
  text += '\n';
  return text;
}

}  // namespace carpool
