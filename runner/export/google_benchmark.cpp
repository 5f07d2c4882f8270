#include "export/google_benchmark.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "export/benchmark_names.h"
#include "export/saving_words.h"
#include "journal/json_writer.h"

namespace carpool {
namespace {

struct Context {
  std::string_view date;
  std::string_view host_name;
  std::string_view executable;
  int cores = 0;
  std::vector<double> load_average;
  std::string_view basis;          // where something is estimated
  std::vector<std::string> noise;  // why the machine was not quiet
};

// compare.py keys on nothing in here, but prints it.
void write_context(JsonWriter& json, const Context& context) {
  json.key("context").begin_object();
  json.key("date").string(context.date);
  json.key("host_name").string(context.host_name);
  json.key("executable").string(context.executable);
  json.key("num_cpus").integer(context.cores);
  json.key("cpu_scaling_enabled").boolean(false);
  json.key("caches").begin_array();
  json.end_array();
  json.key("load_avg").begin_array();
  for (const double load : context.load_average) json.number(load);
  json.end_array();
  json.key("library_build_type").string("release");
  json.optional_string("carpool_spawn_basis", std::string(context.basis));
  if (!context.noise.empty()) json.key("carpool_noise").strings(context.noise);
  json.end_object();
}

class Benchmarks {
 public:
  Benchmarks(const TextSink& sink, const Context& context)
      : pieces_(sink), json_(pieces_.text(), 2) {
    json_.begin_object();
    write_context(json_, context);
    json_.key("benchmarks").begin_array();
  }

  void add(const std::string& name, const std::vector<std::int64_t>& repetitions_ns) {
    for (std::size_t index = 0; index < repetitions_ns.size(); ++index) {
      add_repetition(name, index, repetitions_ns.size(), repetitions_ns[index]);
    }
    ++family_;
  }

  void finish() {
    json_.end_array();
    json_.end_object();
    pieces_.text() += '\n';
    pieces_.hand_over();
  }

 private:
  void add_repetition(const std::string& name, std::size_t index, std::size_t of,
                      std::int64_t time_ns) {
    const std::string_view shown = name.empty() ? std::string_view("(no name)") : name;
    json_.begin_object();
    json_.key("name").string(shown);
    json_.key("family_index").integer(family_);
    json_.key("per_family_instance_index").integer(0);
    json_.key("run_name").string(shown);
    json_.key("run_type").string("iteration");
    json_.key("repetitions").integer(static_cast<std::int64_t>(of));
    json_.key("repetition_index").integer(static_cast<std::int64_t>(index));
    json_.key("threads").integer(1);
    json_.key("iterations").integer(1);
    json_.key("real_time").integer(time_ns);
    json_.key("cpu_time").integer(time_ns);
    json_.key("time_unit").string("ns");
    json_.end_object();
    pieces_.hand_over_large();
  }

  TextPieces pieces_;
  JsonWriter json_;
  std::int64_t family_ = 0;
};

void add_both_sides(Benchmarks& benchmarks, const std::string& name,
                    const ComparedDocumentTimes& times) {
  // Another name, so that what is estimated is never compared as if it had been measured.
  benchmarks.add(name + (times.spawn_is_estimated ? "/spawn_estimated" : "/spawn"),
                 times.spawn_samples_ns);
  benchmarks.add(name + "/continuous", times.continuous_samples_ns);
}

}  // namespace

void export_google_benchmark(const ComparisonDocument& comparison, const TextSink& sink) {
  const std::string basis =
      basis_in_words(comparison.total, comparison.methods_run_apart, comparison.methods);
  Benchmarks benchmarks(sink, {.date = comparison.started_at,
                               .host_name = comparison.host_name,
                               .executable = comparison.executable,
                               .cores = comparison.host_cores,
                               .load_average = comparison.load_average,
                               .basis = basis,
                               .noise = comparison.noise});
  add_both_sides(benchmarks, comparison.target, comparison.total);
  for (const ComparedDocumentClass& of_class : comparison.classes) {
    add_both_sides(benchmarks, comparison.target + "." + of_class.name, of_class.times);
  }
  benchmarks.finish();
}

void export_google_benchmark(const Report& report, const TextSink& sink) {
  Benchmarks benchmarks(sink, {.date = report.run.started_at,
                               .host_name = report.run.host_name,
                               .executable = "carpool",
                               .cores = report.run.host_cores,
                               .load_average = {},
                               .basis = {},
                               .noise = {}});
  for (const ClassReport& of_class : report.classes) {
    if (!has_times(of_class)) continue;
    const std::string name = of_class.target + "." + of_class.name;
    benchmarks.add(name, {of_class.wall_ns});
    for (const MethodReport& method : of_class.methods) {
      if (method.status != MethodStatus::kPassed) continue;
      benchmarks.add(name + "." + method.name, {method.last.duration_ns});
    }
  }
  benchmarks.finish();
}

}  // namespace carpool
