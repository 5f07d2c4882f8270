#include "compare/method_sample.h"

#include <algorithm>
#include <numeric>

namespace carpool {
namespace {

// One class of a round: what is added to the bodies' times to get those of processes.
struct Stratum {
  std::size_t methods = 0;       // that a process of its own can run
  double bodies_ns = 0;          // of all these, in the continuous round
  std::vector<double> extra_ns;  // of each that ran: its process's time without its body's
};

Stratum stratum_of(const ComparedClass& compared, std::size_t first, const Round& sampled,
                   const Round& continuous) {
  Stratum stratum;
  for (std::size_t index = 0; index < compared.methods.size(); ++index) {
    if (!compared.methods[index].filter) continue;
    const auto body_ns = static_cast<double>(continuous.method_ns[first + index]);
    ++stratum.methods;
    stratum.bodies_ns += body_ns;
    if (sampled.outcomes[first + index].empty()) continue;
    stratum.extra_ns.push_back(static_cast<double>(sampled.method_ns[first + index]) - body_ns);
  }
  return stratum;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sample_variance(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return sum / static_cast<double>(values.size() - 1);
}

// Of the sum over the class, with the finite population correction: none where all were run.
double variance_of_sum(const Stratum& stratum) {
  const auto all = static_cast<double>(stratum.methods);
  const auto run = static_cast<double>(stratum.extra_ns.size());
  return all * all * (1 - run / all) * sample_variance(stratum.extra_ns) / run;
}

}  // namespace

MethodSample::MethodSample(const std::vector<ComparedClass>& classes,
                           std::optional<std::size_t> per_class, std::uint64_t seed)
    : classes_(classes), per_class_(per_class), random_(seed) {}

ChosenMethods MethodSample::draw() {
  ChosenMethods chosen;
  for (const ComparedClass& compared : classes_) {
    std::vector<std::size_t> left;
    for (std::size_t index = 0; index < compared.methods.size(); ++index) {
      if (compared.methods[index].filter) left.push_back(index);
    }
    const std::size_t wanted = std::min(per_class_.value_or(left.size()), left.size());
    std::vector<bool> of_class(compared.methods.size(), false);
    // The first steps of a Fisher-Yates shuffle. std::shuffle and the standard distributions may
    // differ from one library to the next.
    for (std::size_t step = 0; step < wanted; ++step) {
      std::swap(left[step], left[step + random_() % (left.size() - step)]);
      of_class[left[step]] = true;
    }
    chosen.push_back(std::move(of_class));
  }
  return chosen;
}

WholeRound whole_round(const Round& sampled, const Round& continuous,
                       const std::vector<ComparedClass>& classes) {
  WholeRound whole{.round = sampled, .class_variance_ns2 = {}};
  double busy_ns = 0;
  std::size_t first = 0;
  for (std::size_t index = 0; index < classes.size(); ++index) {
    const Stratum stratum = stratum_of(classes[index], first, sampled, continuous);
    first += classes[index].methods.size();
    double class_ns = 0;
    double variance_ns2 = 0;
    if (!stratum.extra_ns.empty()) {
      const auto methods = static_cast<double>(stratum.methods);
      class_ns = std::max(0.0, stratum.bodies_ns + methods * mean(stratum.extra_ns));
      variance_ns2 = variance_of_sum(stratum);
    }
    whole.round.class_ns[index] = static_cast<std::int64_t>(class_ns);
    whole.class_variance_ns2.push_back(variance_ns2);
    busy_ns += class_ns;
  }
  const auto sampled_busy_ns = static_cast<double>(
      std::accumulate(sampled.class_ns.begin(), sampled.class_ns.end(), std::int64_t{0}));
  if (sampled_busy_ns > 0) {
    whole.round.wall_ns =
        static_cast<std::int64_t>(static_cast<double>(sampled.wall_ns) * busy_ns / sampled_busy_ns);
  }
  return whole;
}

}  // namespace carpool
