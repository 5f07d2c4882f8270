#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace carpool {

// Where a series goes up most convincingly.
struct ChangePoint {
  std::size_t first_after = 0;  // index of the first value behind the change
  double u = 0;                 // pairs (before, after) that went up, ties counted half
  double p_value = 1;           // its choice among all places included
};

// Looks for one change upwards in a series of which nothing is known but that, without a change,
// any order of its values is as likely as any other.
//
// Every place with enough values on both sides is tried: the statistic is the largest of the
// standardised Mann-Whitney U (H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18,
// 1947) of the values behind a place over those before, as A. N. Pettitt proposed (Applied
// Statistics 28, 1979). Its distribution without a change depends on the length alone, since only
// ranks count: it is sampled once for each length, from random orders, so that the p value holds
// whatever the noise looks like and pays for having tried every place. Ties make it larger than it
// need be, never smaller.
class ChangePointTest {
 public:
  ChangePointTest(std::size_t fewest_on_a_side, int permutations, std::uint64_t seed)
      : fewest_(fewest_on_a_side), permutations_(permutations), seed_(seed) {}

  // Nothing where the series is too short. The same series gives the same answer on every system.
  std::optional<ChangePoint> find(const std::vector<double>& series);

 private:
  struct Peak {
    std::size_t first_after = 0;
    double u = 0;
    double z = 0;
  };

  Peak peak_of(const std::vector<double>& ranks) const;
  const std::vector<double>& without_change(std::size_t length);

  std::size_t fewest_;
  int permutations_;
  std::uint64_t seed_;
  std::map<std::size_t, std::vector<double>> without_change_;  // sorted, by length
};

// What false discoveries allow: the least level at which each of the hypotheses would be among
// those that Benjamini and Hochberg reject (Journal of the Royal Statistical Society B 57, 1995).
std::vector<double> adjusted_p_values(const std::vector<double>& p_values);

}  // namespace carpool
