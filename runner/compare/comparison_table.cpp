#include "compare/comparison_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/printable.h"

namespace carpool {
namespace {

constexpr std::size_t kMostClassRows = 30;
constexpr std::size_t kMostListed = 50;
constexpr std::size_t kWidestName = 44;
constexpr std::size_t kPairsOfBlock = 2;  // of the two ways; of each reference 1

double median_ns(const std::vector<std::int64_t>& times_ns) {
  return median(std::vector<double>(times_ns.begin(), times_ns.end()));
}

std::string duration(double ns) {
  if (ns >= 1e9) return fmt::format("{:.2f} s", ns / 1e9);
  if (ns >= 1e6) return fmt::format("{:.1f} ms", ns / 1e6);
  return fmt::format("{:.0f} us", ns / 1e3);
}

// Of what takes so many pairs that an interval can be told; each block gives `pairs_of_block`.
std::string too_few(const Saving& saving, std::size_t pairs_of_block) {
  return fmt::format("{} of {} pairs: give --blocks {}", saving.pairs, kFewestPairs,
                     (kFewestPairs + pairs_of_block - 1) / pairs_of_block);
}

// "80.1 % (78.2 to 82.0)", or why nobody can say.
std::string saved(const Saving& saving) {
  const std::optional<Interval> interval = saving.reduction_interval_percent();
  if (!interval) return "not established (" + too_few(saving, kPairsOfBlock) + ")";
  const std::string range = fmt::format("{:.1f} to {:.1f}", interval->low, interval->high);
  if (!saving.established()) return "not established (" + range + " %)";
  if (saving.reduction_percent() < 0) {
    return fmt::format("{:.1f} % lost ({:.1f} to {:.1f})", -saving.reduction_percent(),
                       -interval->high, -interval->low);
  }
  return fmt::format("{:.1f} % ({})", saving.reduction_percent(), range);
}

std::string row(const std::string& name, std::size_t methods, const ComparedTimes& times) {
  return fmt::format("{:<44}  {:>7}  {:>10}  {:>10}  {}\n", shortened(name, kWidestName), methods,
                     duration(median_ns(times.spawn_ns)), duration(median_ns(times.continuous_ns)),
                     saved(times.saving));
}

// A run's report counts them too.
std::string disabled_text(const Comparison& comparison) {
  if (comparison.disabled_methods == 0) return {};
  return fmt::format(" ({} disabled, not run)", comparison.disabled_methods);
}

// A comparison's trust comes first: without it the saving is worth nothing.
std::string differences_text(const Comparison& comparison) {
  if (comparison.differences.empty()) return "Every method has the same verdict both ways.\n";
  std::string text = fmt::format(
      "{} between a process each and the continuous run: it depends on order, or state leaks:\n",
      counted(comparison.differences.size(), "verdict differs", "verdicts differ"));
  for (const VerdictDifference& difference : comparison.differences) {
    if (&difference - comparison.differences.data() == kMostListed) {
      text +=
          fmt::format("  and {} more, see the JSON\n", comparison.differences.size() - kMostListed);
      break;
    }
    const std::string method = difference.method.empty() ? "" : "." + difference.method;
    text += fmt::format("  {}: {} apart, {} together; {}\n",
                        on_one_line(difference.class_name + method), difference.spawn,
                        difference.continuous, on_one_line(difference.explanation));
  }
  return text;
}

std::string list_text(const std::string& title, const std::vector<UncomparedMethod>& methods) {
  if (methods.empty()) return "";
  std::string text = fmt::format("{} ({}):\n", title, methods.size());
  for (std::size_t index = 0; index < std::min(methods.size(), kMostListed); ++index) {
    const UncomparedMethod& method = methods[index];
    text += fmt::format("  {}: {}\n", on_one_line(method.class_name + "." + method.method),
                        on_one_line(method.reason));
  }
  if (methods.size() > kMostListed)
    text += fmt::format("  and {} more, see the JSON\n", methods.size() - kMostListed);
  return text;
}

std::string class_rows(const Comparison& comparison) {
  std::vector<const ClassComparison*> ordered;
  for (const ClassComparison& compared : comparison.classes) ordered.push_back(&compared);
  const auto saved_ns = [](const ClassComparison* compared) {
    return median_ns(compared->times.spawn_ns) - median_ns(compared->times.continuous_ns);
  };
  std::ranges::stable_sort(ordered, std::ranges::greater{}, saved_ns);
  std::string text;
  for (std::size_t index = 0; index < std::min(ordered.size(), kMostClassRows); ++index) {
    text += row(ordered[index]->name, ordered[index]->method_count, ordered[index]->times);
  }
  if (ordered.size() > kMostClassRows) {
    text += "and " + counted(ordered.size() - kMostClassRows, "class", "classes") +
            " more, with less saved each\n";
  }
  return text;
}

// What an estimate rests on; never to be missed beside its figures.
std::string sample_text(const Comparison& comparison) {
  if (!comparison.is_sampled()) return "";
  return fmt::format(
      "\"before\" is estimated from {} of {} methods, up to {} of each class and others in each "
      "run; choosing them\nalone leaves the total uncertain by {:.1f} % (standard error), which "
      "the interval holds. Only the verdicts\nof these methods were compared.\n",
      comparison.sampled_method_count(), comparison.method_count(), *comparison.sample,
      comparison.total.sampling_error_percent);
}

std::string until_text(const Comparison& comparison) {
  if (!comparison.until_percent || comparison.is_exact_enough()) return "";
  const std::optional<double> margin = comparison.total.saving.margin_percent();
  const std::string known = margin ? fmt::format("to +-{:.1f} %", *margin) : "to no interval yet";
  return fmt::format(
      "The speedup in total is known {} after {} blocks, not to +-{:g} %: allow more with "
      "--blocks.\n",
      known, comparison.blocks, *comparison.until_percent);
}

std::string noise_text(const Comparison& comparison) {
  if (comparison.noise.empty()) return "";
  std::string text = "A noisy machine: ";
  for (const std::string& reason : comparison.noise) {
    text += (&reason == &comparison.noise.front() ? "" : "; ") + on_one_line(reason);
  }
  return text + ".\n";
}

std::string doubt(const Saving& saving) {
  if (saving.established()) return "";
  if (saving.interval) return " (not established: the interval includes no difference)";
  return " (not established: " + too_few(saving, 1) + ")";
}

std::string reference_row(const ReferenceComparison& reference) {
  if (!reference.unavailable_reason.empty()) {
    return fmt::format("{:<44}  not measured: {}\n", on_one_line(reference.description),
                       on_one_line(reference.unavailable_reason));
  }
  const Saving& saving = reference.saving;
  const std::string ratio =
      saving.speedup >= 1
          ? fmt::format("continuous is {:.1f} times faster", saving.speedup)
          : fmt::format("continuous takes {:.1f} times as long", 1 / saving.speedup);
  return fmt::format("{:<44}  {:>10}  {}{}\n", on_one_line(reference.description),
                     duration(median_ns(reference.wall_ns)), ratio, doubt(saving));
}

// What is red in at least one of the two ways, with its status.
std::vector<std::string> red_names(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const ClassComparison& compared : comparison.classes) {
    const ClassVerdicts& verdicts = compared.verdicts;
    const std::size_t before = names.size();
    for (std::size_t index = 0; index < verdicts.methods.size(); ++index) {
      const PlainVerdict& apart = verdicts.spawn[index];
      const MethodStatus together = verdicts.continuous[index].status;
      const bool red_apart = is_red(apart.status) || apart.failed_outside;
      if (!red_apart && !is_red(together)) continue;
      names.push_back(fmt::format("{}.{} ({})", compared.name, verdicts.methods[index],
                                  red_apart ? word(apart) : std::string(to_word(together))));
    }
    if (names.size() == before && is_red(verdicts.continuous_status)) {
      names.push_back(
          fmt::format("class {} ({})", compared.name, to_word(verdicts.continuous_status)));
    }
  }
  return names;
}

std::string red_text(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNamed = 5;
  std::string text = "red: ";
  for (std::size_t index = 0; index < std::min(names.size(), kMostNamed); ++index) {
    text += (index == 0 ? "" : ", ") + on_one_line(names[index]);
  }
  if (names.size() > kMostNamed) text += fmt::format(" and {} more", names.size() - kMostNamed);
  return text;
}

}  // namespace

std::string comparison_table(const Comparison& comparison) {
  std::string text = fmt::format(
      "{}: {} in {}{}, {} at a time, {}\n\n", on_one_line(comparison.manifest.target),
      counted(comparison.method_count(), "method", "methods"),
      counted(comparison.classes.size(), "class", "classes"), disabled_text(comparison),
      comparison.jobs, counted(comparison.total.spawn_ns.size(), "pair of runs", "pairs of runs"));
  text += differences_text(comparison);
  text += list_text("Not the same in every round of one side, so unreliable by themselves",
                    comparison.unstable);
  text += list_text("Not compared", comparison.not_comparable);
  text += fmt::format("\n{:<44}  {:>7}  {:>10}  {:>10}  {}\n", "class", "methods", "before",
                      "after", "saved (95 % interval)");
  text += class_rows(comparison);
  text += row("total", comparison.method_count(), comparison.total);
  text += fmt::format(
      "before: a process each; after: {}. A class counts the time its processes were busy, the "
      "total "
      "the time from first to last{}.\n\n",
      comparison.manifest.has_plugin ? "live workers" : "a process for each class",
      comparison.jobs > 1 ? fmt::format(", {} at a time", comparison.jobs) : "");
  text.pop_back();  // what follows belongs to the same paragraph
  text += sample_text(comparison) + until_text(comparison) + noise_text(comparison) + "\n";
  text += fmt::format("{:<44}  {:>10}\n", "for reference", "wall time");
  for (const ReferenceComparison& reference : comparison.references)
    text += reference_row(reference);
  return text;
}

std::string reason_of_exit_code(const Comparison& comparison) {
  std::string text;
  if (const std::size_t count = comparison.differences.size(); count > 0) {
    text += fmt::format("{} verdict{} between the two ways", count,
                        count == 1 ? " differs" : "s differ");
  }
  const std::vector<std::string> red = red_names(comparison);
  if (!red.empty()) text += (text.empty() ? "" : "; ") + red_text(red);
  return text.empty() ? text : "exit code 1: " + text;
}

}  // namespace carpool
