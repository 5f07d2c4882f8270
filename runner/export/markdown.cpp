#include "export/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/counted.h"
#include "export/findings.h"
#include "export/markdown_table.h"
#include "export/markdown_text.h"
#include "export/saving_words.h"
#include "report/summary.h"

namespace carpool {
namespace {

// What is shown has at most 6 bytes for each of its own, so that all of it stays below 1 MiB.
constexpr std::size_t kMostRed = 100;
constexpr std::size_t kMostFlaky = 50;
constexpr std::size_t kMostClasses = 60;
constexpr std::size_t kMostSlow = 10;
constexpr std::size_t kMostDetails = 20;
constexpr std::size_t kMostProblems = 20;
constexpr std::size_t kLongestName = 200;
constexpr std::size_t kLongestMessage = 300;
constexpr std::size_t kLongestDetails = 2000;

struct Shown {
  const ClassReport* of_class;
  const MethodReport* method;
};

std::string name_cell(const ClassReport& of_class, const std::string& method) {
  std::string name = of_class.target + "." + of_class.name;
  if (!method.empty()) name += "." + method;
  return markdown_code(name, kLongestName);
}

std::string totals_in_words(const Report& report) {
  std::string words;
  for (const auto& [status, count] : report.totals) {
    if (count > 0)
      words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, to_word(status));
  }
  return fmt::format("{} in {}{}{}, in {}", counted(report.methods, "test", "tests"),
                     counted(report.classes.size(), "class", "classes"), words.empty() ? "" : ": ",
                     words, duration_in_words(report.run.wall_ns));
}

std::string head(const Report& report) {
  std::string text = fmt::format("## Carpool: {}\n\n{}\n", report.is_red() ? "red" : "green",
                                 totals_in_words(report));
  if (report.run.interrupted) text += "\nInterrupted: this is what had been done by then.\n";
  if (const auto& estimate = report.spawn_baseline) {
    text += fmt::format(
        "\nA process for each test would have taken {}; these classes took {}. {}{}.\n",
        duration_in_words(estimate->spawn_ns), duration_in_words(estimate->continuous_ns),
        estimate->reduction_percent() < 0 ? "" : "Saved: ", saving_in_words(*estimate));
  }
  return text;
}

std::string problems_of(const Report& report) {
  MarkdownTable table({"problem"}, 1, kMostProblems);
  for (const Trouble& trouble : troubles_of_run(report)) {
    if (table.has_room()) table.add({markdown_code(trouble.message, kLongestMessage)});
  }
  for (const std::string& warning : report.warnings) {
    if (table.has_room()) table.add({"warning: " + markdown_code(warning, kLongestMessage)});
  }
  const std::string text = table.text("problems");
  return text.empty() ? text : "\n### Problems\n\n" + text;
}

std::string details_of(const Shown& shown) {
  const AttemptReport& attempt = shown.method->last;
  std::string details = account(attempt);
  if (const std::string& output = attempt.evidence().output.text; !output.empty()) {
    details += (details.empty() ? "" : "\n") + ("output:\n" + output);
  }
  if (details.empty()) return {};
  return "\n<details><summary>" + name_cell(*shown.of_class, shown.method->name) +
         "</summary>\n\n" + markdown_block(details, kLongestDetails) + "\n</details>\n";
}

std::string red_of(const Report& report) {
  MarkdownTable table({"red", "status", "what happened"}, 3, kMostRed);
  std::string details;
  std::size_t shown = 0;
  for (const ClassReport& of_class : report.classes) {
    if (const auto trouble = trouble_of(of_class); trouble && table.has_room()) {
      table.add({name_cell(of_class, trouble->name), trouble->status,
                 markdown_code(trouble->message, kLongestMessage)});
    }
    for (const MethodReport& method : of_class.methods) {
      if (!is_red(method.status) || !table.has_room()) continue;
      table.add({name_cell(of_class, method.name), std::string(to_word(method.status)),
                 markdown_code(headline(method.last, method.status), kLongestMessage)});
      if (shown++ < kMostDetails) details += details_of({&of_class, &method});
    }
  }
  const std::string text = table.text("red, in the report");
  return text.empty() ? text : "\n### Red\n\n" + text + details;
}

std::string flaky_of(const Report& report) {
  MarkdownTable table({"flaky", "attempts", "at first"}, 3, kMostFlaky);
  for (const ClassReport& of_class : report.classes) {
    for (const MethodReport& method : of_class.methods) {
      if (method.status != MethodStatus::kFlaky || !table.has_room()) continue;
      const AttemptReport& first = method.earlier.empty() ? method.last : method.earlier.front();
      table.add({name_cell(of_class, method.name), std::to_string(method.earlier.size() + 1),
                 markdown_code(headline(first, first.status), kLongestMessage)});
    }
  }
  const std::string text = table.text("flaky, in the report");
  return text.empty() ? text : "\n### Flaky\n\n" + text;
}

std::string classes_of(const Report& report) {
  std::vector<const ClassReport*> ordered;
  for (const ClassReport& of_class : report.classes) ordered.push_back(&of_class);
  std::ranges::stable_sort(ordered, std::greater(), &ClassReport::wall_ns);
  MarkdownTable table({"class", "status", "tests", "time", "a process each", "saved"}, 2,
                      kMostClasses);
  for (const ClassReport* const of_class : ordered) {
    if (!table.has_room()) continue;
    const auto& estimate = of_class->spawn_baseline;
    table.add({name_cell(*of_class, ""), std::string(to_word(of_class->status)),
               std::to_string(of_class->methods.size()), duration_in_words(of_class->wall_ns),
               estimate ? duration_in_words(estimate->spawn_ns) : "",
               estimate ? saving_in_words(*estimate) : ""});
  }
  const std::string text = table.text("classes, in the report");
  return text.empty() ? text : "\n### Classes\n\n" + text;
}

std::string slowest_of(const Report& report) {
  std::vector<Shown> ran;
  for (const ClassReport& of_class : report.classes) {
    for (const MethodReport& method : of_class.methods) {
      if (method.last.worker > 0) ran.push_back({&of_class, &method});
    }
  }
  const std::size_t count = std::min(ran.size(), kMostSlow);
  std::ranges::partial_sort(ran, ran.begin() + static_cast<std::ptrdiff_t>(count), std::greater(),
                            [](const Shown& shown) { return shown.method->last.duration_ns; });
  ran.resize(count);
  MarkdownTable table({"slowest", "time"}, 1, kMostSlow);
  for (const Shown& shown : ran) {
    table.add({name_cell(*shown.of_class, shown.method->name),
               duration_in_words(shown.method->last.duration_ns)});
  }
  const std::string text = table.text("");
  return text.empty() ? text : "\n### Slowest tests\n\n" + text;
}

}  // namespace

void export_markdown(const Report& report, const TextSink& sink) {
  sink(head(report));
  for (const auto part : {problems_of, red_of, flaky_of, classes_of, slowest_of})
    sink(part(report));
}

}  // namespace carpool
