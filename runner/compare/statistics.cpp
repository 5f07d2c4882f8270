#include "compare/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <random>

namespace carpool {
namespace {

// A number in [0, bound). std::uniform_int_distribution may differ from one standard library to the
// next; mt19937_64 itself may not. The bias of the remainder is below 2^-50 for any sample size
// here.
std::size_t draw_below(std::size_t bound, std::mt19937_64& random) { return random() % bound; }

// The value below which `fraction` of the sorted values lie, linear between neighbours (type 7 of
// R. J. Hyndman and Y. Fan, Sample Quantiles in Statistical Packages, 1996).
double quantile(const std::vector<double>& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// The 97.5 % point of Student's t with `degrees` of freedom, by its expansion around the normal
// one: M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 26.7.5. Off by less than
// 0.3 % from 5 degrees on.
double student_t_97_5(double degrees) {
  constexpr double z = 1.959963984540054;
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  const double z7 = z5 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees * degrees * degrees);
}

// What to cut off each end of the bootstrap distribution of `count` values: 2.5 %, less for few.
double expanded_tail(std::size_t count) {
  if (count < 2) return 0;
  const auto n = static_cast<double>(count);
  return 0.5 * std::erfc(std::sqrt(n / (n - 1)) * student_t_97_5(n - 1) / std::sqrt(2.0));
}

double percent_saved(double speedup) { return 100.0 * (1.0 - 1.0 / speedup); }

}  // namespace

bool Saving::established() const { return interval && !interval->contains(1.0); }

std::optional<double> Saving::margin_percent() const {
  if (!interval) return std::nullopt;
  return 100.0 * (std::sqrt(interval->high / interval->low) - 1.0);
}

double Saving::reduction_percent() const { return percent_saved(speedup); }

std::optional<Interval> Saving::reduction_interval_percent() const {
  if (!interval) return std::nullopt;
  return Interval{.low = percent_saved(interval->low), .high = percent_saved(interval->high)};
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

Interval bootstrap_median_interval(const std::vector<double>& values, std::uint64_t seed,
                                   int resamples) {
  assert(!values.empty());
  std::mt19937_64 random(seed);
  std::vector<double> medians;
  medians.reserve(static_cast<std::size_t>(resamples));
  std::vector<double> drawn(values.size());
  for (int round = 0; round < resamples; ++round) {
    for (double& value : drawn) value = values[draw_below(values.size(), random)];
    medians.push_back(median(drawn));
  }
  std::sort(medians.begin(), medians.end());
  const double tail = expanded_tail(values.size());
  return Interval{.low = quantile(medians, tail), .high = quantile(medians, 1 - tail)};
}

Saving saving(const std::vector<TimePair>& pairs, std::uint64_t seed) {
  std::vector<double> log_ratios;
  for (const TimePair& pair : pairs) {
    if (pair.before > 0 && pair.after > 0) log_ratios.push_back(std::log(pair.before / pair.after));
  }
  Saving result{.pairs = log_ratios.size()};
  if (log_ratios.empty()) return result;
  result.speedup = std::exp(median(log_ratios));
  if (log_ratios.size() >= kFewestPairs) {
    const Interval logs = bootstrap_median_interval(log_ratios, seed);
    result.interval = Interval{.low = std::exp(logs.low), .high = std::exp(logs.high)};
  }
  return result;
}

}  // namespace carpool
