#include "export/bencher.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "export/benchmark_names.h"
#include "journal/json_writer.h"

namespace carpool {
namespace {

constexpr std::size_t kLongestName = 1024;

class Benchmarks {
 public:
  explicit Benchmarks(const TextSink& sink) : pieces_(sink), json_(pieces_.text(), 2) {
    json_.begin_object();
  }

  void begin(const std::string& name) {
    json_.any_key(bounded_name(name, kLongestName)).begin_object();
  }

  void measure(std::string_view name, std::int64_t value_ns,
               const std::vector<std::int64_t>& samples_ns = {}) {
    json_.key(name).begin_object();
    json_.key("value").integer(value_ns);
    if (!samples_ns.empty()) {
      const auto [least, most] = std::ranges::minmax(samples_ns);
      json_.key("lower_value").integer(least);
      json_.key("upper_value").integer(most);
    }
    json_.end_object();
  }

  void end() {
    json_.end_object();
    pieces_.hand_over_large();
  }

  void finish() {
    json_.end_object();
    pieces_.text() += '\n';
    pieces_.hand_over();
  }

 private:
  TextPieces pieces_;
  JsonWriter json_;
};

void add(Benchmarks& benchmarks, const std::string& name, const ComparedDocumentTimes& times) {
  benchmarks.begin(name);
  benchmarks.measure("latency", times.continuous_ns, times.continuous_samples_ns);
  // A measure of its own: thresholds and plots are kept by measure.
  benchmarks.measure(times.spawn_is_estimated ? "spawn-baseline-estimated" : "spawn-baseline",
                     times.spawn_ns, times.spawn_samples_ns);
  benchmarks.end();
}

}  // namespace

void export_bencher(const Report& report, const TextSink& sink) {
  Benchmarks benchmarks(sink);
  if (!report.run.interrupted) {
    benchmarks.begin("all tests");
    benchmarks.measure("latency", report.run.wall_ns);
    benchmarks.end();
  }
  for (const ClassReport& of_class : report.classes) {
    if (!has_times(of_class)) continue;
    benchmarks.begin(of_class.target + "." + of_class.name);
    benchmarks.measure("latency", of_class.wall_ns);
    benchmarks.measure("start-up", start_up_ns(of_class));
    benchmarks.end();
  }
  benchmarks.finish();
}

void export_bencher(const ComparisonDocument& comparison, const TextSink& sink) {
  Benchmarks benchmarks(sink);
  add(benchmarks, comparison.target, comparison.total);
  for (const ComparedDocumentClass& of_class : comparison.classes) {
    add(benchmarks, comparison.target + "." + of_class.name, of_class.times);
  }
  benchmarks.finish();
}

}  // namespace carpool
