#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/counted.h"
#include "export/markdown.h"
#include "export/markdown_table.h"
#include "export/markdown_text.h"
#include "export/saving_words.h"
#include "report/summary.h"

namespace carpool {
namespace {

constexpr std::size_t kMostDifferences = 100;
constexpr std::size_t kMostClasses = 100;
constexpr std::size_t kLongestName = 200;
constexpr std::size_t kLongestWords = 400;

std::string differences_of(const ComparisonDocument& comparison) {
  if (comparison.differences.empty()) return "\nEvery method has the same verdict both ways.\n";
  MarkdownTable table({"depends on order or leaks state"}, 1, kMostDifferences);
  for (const std::string& difference : comparison.differences) {
    if (table.has_room()) table.add({markdown_code(difference, kLongestWords)});
  }
  return "\n" + table.text("verdicts that differ");
}

void add_row(MarkdownTable& table, const std::string& name, std::int64_t methods,
             const ComparedDocumentTimes& times) {
  table.add({name, std::to_string(methods), duration_in_words(times.spawn_ns),
             duration_in_words(times.continuous_ns), saving_in_words(times)});
}

std::string classes_of(const ComparisonDocument& comparison) {
  std::vector<const ComparedDocumentClass*> ordered;
  for (const ComparedDocumentClass& of_class : comparison.classes) ordered.push_back(&of_class);
  std::ranges::stable_sort(ordered, std::greater(), [](const ComparedDocumentClass* of_class) {
    return of_class->times.spawn_ns - of_class->times.continuous_ns;
  });
  MarkdownTable table({"class", "tests", "a process each", "with Carpool", "saved (95 % interval)"},
                      1, kMostClasses + 1);
  add_row(table, "all", comparison.methods, comparison.total);
  for (const ComparedDocumentClass* const of_class : ordered) {
    if (!table.has_room()) continue;
    add_row(table, markdown_code(of_class->name, kLongestName), of_class->methods, of_class->times);
  }
  return "\n" + table.text("classes, in the comparison");
}

std::string references_of(const ComparisonDocument& comparison) {
  MarkdownTable table({"for reference", "wall time"}, 1, 20);
  for (const ComparisonDocumentReference& reference : comparison.references) {
    if (!reference.wall_ns || !table.has_room()) continue;
    table.add({markdown_code(reference.name, kLongestName), duration_in_words(*reference.wall_ns)});
  }
  const std::string text = table.text("references");
  return text.empty() ? text : "\n" + text;
}

// An estimate must not be taken for a measurement, nor a noisy machine for a quiet one.
std::string doubts_of(const ComparisonDocument& comparison) {
  std::string text;
  if (comparison.total.spawn_is_estimated) {
    text += fmt::format(
        "\nThe times of a process each are estimated from {} of {} tests; choosing them leaves the "
        "total uncertain by {:.1f} % (standard error), which the interval holds. Only the verdicts "
        "of these tests were compared.\n",
        comparison.methods_run_apart, comparison.methods, comparison.total.sampling_error_percent);
  }
  std::string reasons;
  for (const std::string& reason : comparison.noise) {
    reasons += (reasons.empty() ? "" : "; ") + markdown_code(reason, kLongestWords);
  }
  if (!reasons.empty()) text += "\nA noisy machine: " + reasons + ".\n";
  return text;
}

}  // namespace

void export_markdown(const ComparisonDocument& comparison, const TextSink& sink) {
  sink(fmt::format("## Carpool: {} compared, {}\n\n{} at a time on {}, {}.\n",
                   markdown_code(comparison.target, kLongestName),
                   comparison.total.spawn_is_estimated ? "estimated by a sample" : "measured",
                   comparison.jobs, counted(comparison.host_cores, "core", "cores"),
                   counted(comparison.total.continuous_samples_ns.size(), "pair", "pairs")));
  for (const auto part : {doubts_of, differences_of, classes_of, references_of}) {
    sink(part(comparison));
  }
}

}  // namespace carpool
