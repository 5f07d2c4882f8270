#include "export/github_benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/counted.h"
#include "export/benchmark_names.h"
#include "export/saving_words.h"
#include "journal/json_writer.h"

namespace carpool {
namespace {

constexpr std::size_t kLongestName = 500;

double in_milliseconds(std::int64_t ns) { return static_cast<double>(ns) / 1e6; }

class Entries {
 public:
  explicit Entries(const TextSink& sink) : pieces_(sink), json_(pieces_.text(), 1) {
    json_.begin_array();
  }

  void add(const std::string& name, std::int64_t value_ns, const std::string& range,
           const std::string& extra) {
    json_.begin_object();
    json_.key("name").string(bounded_name(name, kLongestName));
    json_.key("unit").string("ms");
    json_.key("value").number(in_milliseconds(value_ns));
    json_.optional_string("range", range);
    json_.optional_string("extra", extra);
    json_.end_object();
    pieces_.hand_over_large();
  }

  void finish() {
    json_.end_array();
    pieces_.text() += '\n';
    pieces_.hand_over();
  }

 private:
  TextPieces pieces_;
  JsonWriter json_;
};

std::string range_of(const std::vector<std::int64_t>& samples_ns) {
  if (samples_ns.empty()) return {};
  const auto [least, most] = std::ranges::minmax(samples_ns);
  return fmt::format("{:.3f} to {:.3f}", in_milliseconds(least), in_milliseconds(most));
}

// An estimate has another name, so that no chart draws it in one line with measurements.
void add_both_sides(Entries& entries, const std::string& name, const ComparedDocumentTimes& times,
                    const std::string& doubts) {
  const bool is_loss = times.established && times.reduction_percent < 0;
  const std::string extra = (is_loss ? "" : "saved ") + saving_in_words(times) + ", " +
                            counted(times.continuous_samples_ns.size(), "pair", "pairs") + doubts;
  entries.add(name + " (live workers)", times.continuous_ns, range_of(times.continuous_samples_ns),
              extra);
  const char* const apart =
      times.spawn_is_estimated ? " (a process each, estimated)" : " (a process each)";
  entries.add(name + apart, times.spawn_ns, range_of(times.spawn_samples_ns), extra);
}

std::string basis_behind(const ComparedDocumentTimes& times, std::int64_t run_apart,
                         std::int64_t methods) {
  const std::string basis = basis_in_words(times, run_apart, methods);
  return basis.empty() ? basis : "; a process each " + basis;
}

std::string doubts_of_total(const ComparisonDocument& comparison) {
  std::string doubts =
      basis_behind(comparison.total, comparison.methods_run_apart, comparison.methods);
  for (const std::string& reason : comparison.noise) {
    doubts += (&reason == &comparison.noise.front() ? "; a noisy machine: " : "; ") + reason;
  }
  return doubts;
}

}  // namespace

void export_github_benchmark(const Report& report, const TextSink& sink) {
  Entries entries(sink);
  if (!report.run.interrupted) {
    entries.add("all tests", report.run.wall_ns, "",
                counted(report.methods, "method", "methods") + " in " +
                    counted(report.classes.size(), "class", "classes"));
  }
  for (const ClassReport& of_class : report.classes) {
    if (!has_times(of_class)) continue;
    const std::string name = of_class.target + "." + of_class.name;
    const std::string extra = fmt::format(
        "{}, {}, {}", counted(of_class.methods.size(), "method", "methods"),
        to_word(of_class.status), counted(of_class.workers_started, "worker", "workers"));
    entries.add(name, of_class.wall_ns, "", extra);
    entries.add(name + " (start-up)", start_up_ns(of_class), "", extra);
  }
  entries.finish();
}

void export_github_benchmark(const ComparisonDocument& comparison, const TextSink& sink) {
  Entries entries(sink);
  add_both_sides(entries, comparison.target, comparison.total, doubts_of_total(comparison));
  for (const ComparedDocumentClass& of_class : comparison.classes) {
    add_both_sides(entries, comparison.target + "." + of_class.name, of_class.times,
                   basis_behind(of_class.times, of_class.methods_run_apart, of_class.methods));
  }
  entries.finish();
}

}  // namespace carpool
