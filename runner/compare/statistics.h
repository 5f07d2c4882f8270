#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace carpool {

// Two times of one pair of interleaved runs: before (a process per method) and after (continuous).
// Both positive, same unit.
struct TimePair {
  double before = 0;
  double after = 0;
};

// A range that holds the true value in about 95 of 100 repetitions of the whole measurement.
struct Interval {
  double low = 0;
  double high = 0;

  bool contains(double value) const { return low <= value && value <= high; }
};

// How many times faster `after` is than `before`, and how sure that is.
//
// `speedup` is the median of the pairs' ratios before/after, taken on logarithms so that 2x faster
// and 2x slower weigh the same. `interval` is absent where there are too few pairs for any 95 %
// interval of a median to exist.
struct Saving {
  std::size_t pairs = 0;
  double speedup = 1;
  std::optional<Interval> interval = std::nullopt;

  // Whether the measurement shows a difference at all: the interval exists and leaves out 1.
  bool established() const;

  // By how much the true speedup may be more or less than `speedup`: half the interval's width on
  // logarithms, in percent. 5 for an interval of 9.52 to 10.5 around 10.
  std::optional<double> margin_percent() const;

  double reduction_percent() const;
  std::optional<Interval> reduction_interval_percent() const;
};

// The fewest pairs whose smallest and largest value enclose the true median in 95 % of all cases:
// n values on both sides of it miss it with probability 2^(1-n), 3.1 % for n = 6 (H. A. David and
// H. N. Nagaraja, Order Statistics, 3rd ed., section 7.1).
inline constexpr std::size_t kFewestPairs = 6;

// The middle value, or the mean of the two middle ones. 0 for an empty sample.
double median(std::vector<double> values);

// An interval for the median of what `values` were drawn from: the central part of the medians of
// `resamples` samples drawn with replacement, after the percentile interval of B. Efron and R. J.
// Tibshirani, An Introduction to the Bootstrap (1993), chapter 13. The plain percentile interval is
// too narrow for few values (it held the true value in 92 to 94 of 100 simulations at 6 to 12), so
// its tails are the smaller ones of T. C. Hesterberg, What Teachers Should Know About the Bootstrap
// (The American Statistician 69, 2015), the expanded percentile interval. Percentiles are chosen
// over BCa because the median is not smooth, which BCa's acceleration needs (chapter 14). The same
// values and seed give the same interval on every system. `values` must not be empty.
Interval bootstrap_median_interval(const std::vector<double>& values, std::uint64_t seed,
                                   int resamples = 4000);

// Pairs with a time that is not positive are left out: a clock that did not move says nothing.
Saving saving(const std::vector<TimePair>& pairs, std::uint64_t seed);

}  // namespace carpool
