#include "report/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/counted.h"
#include "base/printable.h"
#include "base/utf8.h"

namespace carpool {
namespace {

constexpr std::size_t kMostRedShown = 20;
constexpr std::size_t kMostMessageLines = 8;
constexpr std::size_t kLongestLine = 400;  // bytes

std::string cut_line(std::string_view line) {
  const std::string_view kept = beginning(line, kLongestLine);
  return std::string(kept) + (kept.size() < line.size() ? " [...]" : "");
}

// The text's first lines, each behind the margin.
std::string indented(std::string_view text, std::string_view margin) {
  std::string block;
  std::size_t lines = 0;
  while (!text.empty()) {
    if (lines++ == kMostMessageLines) return block + fmt::format("{}[...]\n", margin);
    const std::size_t end = std::min(text.find('\n'), text.size());
    block += fmt::format("{}{}\n", margin, printable(cut_line(text.substr(0, end))));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return block;
}

std::string failure_in_words(const TestFailure& failure) {
  std::string place = failure.file.empty() ? std::string() : "      " + printable(failure.file);
  if (failure.line > 0) place += fmt::format(":{}", failure.line);
  if (!place.empty()) place += ":\n";
  return place + indented(failure.message, "        ");
}

std::string first_failure_in_words(const AttemptReport& attempt) {
  std::string words;
  const AttemptEvidence& evidence = attempt.evidence();
  if (!evidence.reason.empty()) words += indented(evidence.reason, "      ");
  if (!evidence.failures.empty()) words += failure_in_words(evidence.failures.front());
  return words;
}

// Methods that were not run for the class's own trouble are told once, with the class.
bool told_with_class(const ClassReport& of_class, const MethodReport& method) {
  return method.status == MethodStatus::kNotRun && !of_class.reason.empty();
}

class RedList {
 public:
  void add(const ClassReport& of_class) {
    const bool has_trouble = is_red(of_class.status) && of_class.status != ClassStatus::kFailed;
    if (has_trouble && !shares_trouble(of_class)) add_class(of_class);
    for (const MethodReport& method : of_class.methods) {
      const bool worth_telling = is_red(method.status) || method.status == MethodStatus::kFlaky;
      if (worth_telling && !(has_trouble && told_with_class(of_class, method))) {
        add_method(of_class, method);
      }
    }
  }

  std::string text() {
    for (const auto& [trouble, classes] : shared_) add_shared(classes);
    for (const auto& [reason, methods] : not_run_) add_not_run(reason, methods);
    if (left_out_ == 0) return text_;
    return text_ + fmt::format("    and {} more, in the report\n", left_out_);
  }

 private:
  bool has_room() {
    if (shown_ == kMostRedShown) {
      ++left_out_;
      return false;
    }
    ++shown_;
    return true;
  }

  // Classes that could not be started for one reason: all of an executable that is missing, say.
  struct Shared {
    const ClassReport* first = nullptr;
    std::size_t classes = 0;
    std::size_t not_run = 0;
  };

  bool shares_trouble(const ClassReport& of_class) {
    if (of_class.status != ClassStatus::kStartupFailed || of_class.workers_started > 0)
      return false;
    Shared& shared = shared_[{of_class.target, of_class.reason}];
    if (shared.classes++ == 0) shared.first = &of_class;
    shared.not_run += not_run_of(of_class);
    return true;
  }

  void add_shared(const Shared& shared) {
    if (!has_room()) return;
    text_ += fmt::format("    {} {}.{}", to_word(shared.first->status),
                         on_one_line(shared.first->target), on_one_line(shared.first->name));
    if (shared.classes > 1) {
      text_ += " and " + counted(shared.classes - 1, "more class", "more classes");
    }
    if (shared.not_run > 0) text_ += fmt::format(" ({} not run)", shared.not_run);
    text_ += "\n" + indented(shared.first->reason, "      ");
  }

  static std::size_t not_run_of(const ClassReport& of_class) {
    return static_cast<std::size_t>(
        std::ranges::count(of_class.methods, MethodStatus::kNotRun, &MethodReport::status));
  }

  void add_class(const ClassReport& of_class) {
    if (!has_room()) return;
    text_ += fmt::format("    {} {}.{}", to_word(of_class.status), on_one_line(of_class.target),
                         on_one_line(of_class.name));
    const std::size_t not_run = not_run_of(of_class);
    if (not_run > 0) text_ += fmt::format(" ({} not run)", not_run);
    text_ += '\n';
    text_ += indented(of_class.reason, "      ");
    for (const FixtureFailure& failure : of_class.fixture_failures) {
      if (failure.failures.empty()) continue;
      text_ += failure_in_words(failure.failures.front());
      break;
    }
  }

  // Methods that were not run for one reason; many more than failed may have the same.
  struct NotRun {
    std::string first;
    std::size_t count = 0;
  };

  void add_not_run(const std::string& reason, const NotRun& methods) {
    if (!has_room()) return;
    text_ += "    not_run " + methods.first;
    if (methods.count > 1) text_ += fmt::format(" and {} more", methods.count - 1);
    text_ += "\n" + indented(reason, "      ");
  }

  void add_method(const ClassReport& of_class, const MethodReport& method) {
    if (method.status == MethodStatus::kNotRun) {
      NotRun& others = not_run_[method.last.evidence().reason];
      if (others.count++ == 0) {
        others.first = on_one_line(of_class.target) + "." + on_one_line(of_class.name) + "." +
                       on_one_line(method.name);
      }
      return;
    }
    if (!has_room()) return;
    text_ += fmt::format("    {} {}.{}.{}\n", to_word(method.status), on_one_line(of_class.target),
                         on_one_line(of_class.name), on_one_line(method.name));
    const bool flaky = method.status == MethodStatus::kFlaky && !method.earlier.empty();
    text_ += first_failure_in_words(flaky ? method.earlier.front() : method.last);
  }

  std::string text_;
  std::map<std::string, NotRun> not_run_;                         // by reason
  std::map<std::pair<std::string, std::string>, Shared> shared_;  // by target and reason
  std::size_t shown_ = 0;
  std::size_t left_out_ = 0;
};

std::string totals_in_words(const Report& report) {
  std::string words = fmt::format("{} in {}: ", counted(report.methods, "test", "tests"),
                                  counted(report.classes.size(), "class", "classes"));
  bool first = true;
  for (const auto& [status, count] : report.totals) {
    if (count == 0) continue;
    if (!first) words += ", ";
    first = false;
    std::string word(to_word(status));
    std::replace(word.begin(), word.end(), '_', ' ');
    words += fmt::format("{} {}", count, word);
  }
  return words + ", in " + duration_in_words(report.run.wall_ns);
}

// Nothing is ever saved whole: 99.97 % stays below 100.
std::string saving_in_words(double percent) {
  if (percent < 0) return fmt::format("{:.1f} % lost", -percent);
  if (percent > 99.9) return "over 99.9 % saved";
  return fmt::format("{:.1f} % saved", percent);
}

std::string speedup_in_words(double factor) {
  return factor < 99.95 ? fmt::format("{:.1f}x", factor) : fmt::format("{:.0f}x", factor);
}

// Empty where there is nothing to tell: no test ran, or an estimate sees no difference.
std::string estimate_in_words(const Report& report) {
  if (!report.spawn_baseline) return {};
  const SpawnEstimate& estimate = *report.spawn_baseline;
  if (speedup_in_words(estimate.speedup()) == "1.0x") return {};
  return fmt::format(
      "estimated per-test spawning: {}; these classes took {}: {}, {} (estimated; `carpool "
      "compare` "
      "measures)",
      duration_in_words(estimate.spawn_ns), duration_in_words(estimate.continuous_ns),
      saving_in_words(estimate.reduction_percent()), speedup_in_words(estimate.speedup()));
}

// Empty where the loss of a worker cost nobody anything: that it was lost is told with its method.
std::string losses_in_words(const Report& report) {
  BlastRadius sum;
  for (const ClassReport& of_class : report.classes) {
    if (!of_class.blast_radius) continue;
    for (const auto& [how, count] : of_class.blast_radius->losses) sum.losses[how] += count;
    sum.moved_methods += of_class.blast_radius->moved_methods;
    sum.extra_ns += of_class.blast_radius->extra_ns;
  }
  return sum.cost_nothing() ? std::string() : sum.text();
}

std::string repeats_in_words(const Report& report) {
  const auto repeated =
      std::count_if(report.classes.begin(), report.classes.end(),
                    [](const ClassReport& of_class) { return !of_class.earlier_runs.empty(); });
  if (repeated == 0) return {};
  return counted(repeated, "class", "classes") +
         " ran more than once; each class's last run counts here";
}

}  // namespace

std::string duration_in_words(std::int64_t ns) {
  const double seconds = static_cast<double>(ns) / 1e9;
  if (seconds < 0.0095) return fmt::format("{:.1f} ms", seconds * 1e3);
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", seconds * 1e3);
  if (seconds < 100) return fmt::format("{:.2f} s", seconds);
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string summarise(const Report& report) {
  std::string text = "carpool: " + totals_in_words(report) + "\n";
  if (report.run.interrupted) text += "  interrupted: this is what had been done by then\n";
  for (const std::string& problem : report.problems)
    text += "  problem: " + printable(problem) + "\n";
  for (const std::string& warning : report.warnings)
    text += "  warning: " + printable(warning) + "\n";
  RedList red;
  for (const ClassReport& of_class : report.classes) red.add(of_class);
  text += red.text();
  for (const std::string& line :
       {losses_in_words(report), repeats_in_words(report), estimate_in_words(report)}) {
    if (!line.empty()) text += "  " + line + "\n";
  }
  return text;
}

}  // namespace carpool
