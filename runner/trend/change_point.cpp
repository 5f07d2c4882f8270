#include "trend/change_point.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace carpool {
namespace {

// Ranks from 1; equal values share the mean of theirs.
std::vector<double> ranks_of(const std::vector<double>& series) {
  std::vector<std::size_t> order(series.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t left, std::size_t right) { return series[left] < series[right]; });
  std::vector<double> ranks(series.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && series[order[end]] == series[order[begin]]) ++end;
    const double rank = static_cast<double>(begin + end + 1) / 2;
    for (std::size_t at = begin; at < end; ++at) ranks[order[at]] = rank;
    begin = end;
  }
  return ranks;
}

// The standard library's shuffle differs from system to system.
void shuffle(std::vector<double>& values, std::mt19937_64& random) {
  for (std::size_t left = values.size(); left > 1; --left) {
    // 32 random bits for a number below a few dozen: the unevenness is below 1 in 10 million.
    const std::size_t other = (random() >> 32) * left >> 32;
    std::swap(values[left - 1], values[other]);
  }
}

}  // namespace

ChangePointTest::Peak ChangePointTest::peak_of(const std::vector<double>& ranks) const {
  const auto length = static_cast<double>(ranks.size());
  double ranks_before =
      std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(fewest_ - 1), 0.0);
  const double all = length * (length + 1) / 2;
  Peak peak{.z = -HUGE_VAL};
  for (std::size_t place = fewest_; place + fewest_ <= ranks.size(); ++place) {
    ranks_before += ranks[place - 1];
    const auto before = static_cast<double>(place);
    const double after = length - before;
    const double u = all - ranks_before - after * (after + 1) / 2;
    const double z = (u - before * after / 2) / std::sqrt(before * after * (length + 1) / 12);
    if (z > peak.z) peak = {.first_after = place, .u = u, .z = z};
  }
  return peak;
}

const std::vector<double>& ChangePointTest::without_change(std::size_t length) {
  const auto [known, is_new] = without_change_.try_emplace(length);
  if (!is_new) return known->second;
  std::mt19937_64 random(seed_ + length);
  std::vector<double> ranks(length);
  std::iota(ranks.begin(), ranks.end(), 1.0);
  known->second.reserve(static_cast<std::size_t>(permutations_));
  for (int sample = 0; sample < permutations_; ++sample) {
    shuffle(ranks, random);
    known->second.push_back(peak_of(ranks).z);
  }
  std::sort(known->second.begin(), known->second.end());
  return known->second;
}

std::optional<ChangePoint> ChangePointTest::find(const std::vector<double>& series) {
  if (series.size() < 2 * fewest_) return std::nullopt;
  const Peak peak = peak_of(ranks_of(series));
  const std::vector<double>& samples = without_change(series.size());
  // The same statistic may come out a little smaller by another order of additions.
  const auto as_large =
      samples.end() - std::lower_bound(samples.begin(), samples.end(), peak.z - 1e-9);
  const double p_value = static_cast<double>(as_large + 1) / (permutations_ + 1.0);
  return ChangePoint{.first_after = peak.first_after, .u = peak.u, .p_value = p_value};
}

std::vector<double> adjusted_p_values(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t left, std::size_t right) { return p_values[left] > p_values[right]; });
  std::vector<double> adjusted(p_values.size());
  double least = 1;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const auto rank = static_cast<double>(order.size() - place);
    least = std::min(least, p_values[order[place]] * static_cast<double>(order.size()) / rank);
    adjusted[order[place]] = least;
  }
  return adjusted;
}

}  // namespace carpool
