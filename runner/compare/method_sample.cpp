#include "compare/method_sample.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>

namespace carpool {
namespace {

// One class of a round: what is added to the bodies' times to get those of processes.
struct Stratum {
  std::size_t methods = 0;       // that a process of its own can run
  double bodies_ns = 0;          // of all these, in the continuous round
  std::vector<double> extra_ns;  // of each that ran: its process's time without its body's

  double mean_extra_ns() const {
    return std::accumulate(extra_ns.begin(), extra_ns.end(), 0.0) /
           static_cast<double>(extra_ns.size());
  }
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

double sample_variance(const Stratum& stratum) {
  if (stratum.extra_ns.size() < 2) return 0;
  const double middle = stratum.mean_extra_ns();
  double sum = 0;
  for (const double value : stratum.extra_ns) sum += (value - middle) * (value - middle);
  return sum / static_cast<double>(stratum.extra_ns.size() - 1);
}

// Of the sum over the class, with the finite population correction: none where all were run.
double variance_of_sum(const Stratum& stratum) {
  const auto all = static_cast<double>(stratum.methods);
  const auto run = static_cast<double>(stratum.extra_ns.size());
  return all * all * (1 - run / all) * sample_variance(stratum) / run;
}

// What each process of the class takes, in order: as measured where it ran, else worked out.
void append_processes(const ComparedClass& compared, std::size_t first, const Stratum& stratum,
                      const Round& sampled, const Round& continuous, std::vector<double>& ran_ns,
                      std::vector<double>& all_ns) {
  for (std::size_t index = 0; index < compared.methods.size(); ++index) {
    if (!compared.methods[index].filter) continue;
    const std::size_t number = first + index;
    if (!sampled.outcomes[number].empty()) {
      ran_ns.push_back(static_cast<double>(sampled.method_ns[number]));
      all_ns.push_back(ran_ns.back());
    } else {
      const auto body_ns = static_cast<double>(continuous.method_ns[number]);
      all_ns.push_back(std::max(0.0, body_ns + stratum.mean_extra_ns()));
    }
  }
}

}  // namespace

double wall_of_processes_ns(const std::vector<double>& processes_ns, int jobs) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (int job = 0; job < jobs; ++job) free_at.push(0);
  double end_ns = 0;
  for (const double process_ns : processes_ns) {
    const double ends_at = free_at.top() + process_ns;
    free_at.pop();
    free_at.push(ends_at);
    end_ns = std::max(end_ns, ends_at);
  }
  return end_ns;
}

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
                       const std::vector<ComparedClass>& classes, int jobs) {
  WholeRound whole{.round = sampled, .class_variance_ns2 = {}};
  std::vector<double> ran_ns;
  std::vector<double> all_ns;
  std::size_t first = 0;
  for (std::size_t index = 0; index < classes.size(); ++index) {
    const Stratum stratum = stratum_of(classes[index], first, sampled, continuous);
    double class_ns = 0;
    double variance_ns2 = 0;
    if (!stratum.extra_ns.empty()) {
      const auto methods = static_cast<double>(stratum.methods);
      class_ns = std::max(0.0, stratum.bodies_ns + methods * stratum.mean_extra_ns());
      variance_ns2 = variance_of_sum(stratum);
      append_processes(classes[index], first, stratum, sampled, continuous, ran_ns, all_ns);
    }
    first += classes[index].methods.size();
    whole.round.class_ns[index] = static_cast<std::int64_t>(class_ns);
    whole.class_variance_ns2.push_back(variance_ns2);
  }
  if (const double ran_wall_ns = wall_of_processes_ns(ran_ns, jobs); ran_wall_ns > 0) {
    const double beside = static_cast<double>(sampled.wall_ns) / ran_wall_ns;
    whole.round.wall_ns = static_cast<std::int64_t>(wall_of_processes_ns(all_ns, jobs) * beside);
  }
  return whole;
}

}  // namespace carpool
