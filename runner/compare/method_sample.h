#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "compare/compared_tests.h"
#include "compare/round.h"

namespace carpool {

// Beside classes and methods: whether a method runs as a process of its own.
using ChosenMethods = std::vector<std::vector<bool>>;

// Chooses which methods the spawn baseline runs where it would take too long to run them all: up to
// `per_class` of each class, all where that is absent; never one without a filter. Each draw is a
// new one, so that the spread of the rounds holds the error of choosing, too. The same seed gives
// the same draws on every system.
class MethodSample {
 public:
  // Borrows `classes`.
  MethodSample(const std::vector<ComparedClass>& classes, std::optional<std::size_t> per_class,
               std::uint64_t seed);

  ChosenMethods draw();

 private:
  const std::vector<ComparedClass>& classes_;
  std::optional<std::size_t> per_class_;
  std::mt19937_64 random_;
};

// What a whole round would have taken, worked out from one in which some methods ran.
struct WholeRound {
  Round round;  // its `outcomes` and `method_ns` are still those of the methods that ran
  // Beside the classes: the variance of `round.class_ns` that comes of choosing methods.
  std::vector<double> class_variance_ns2;
};

// `sampled`: processes of their own; `continuous`: the round next to it, in which all methods ran.
// Methods differ in their bodies, whose times the continuous round knows, more than in what a
// process costs beside the body; so it is that difference which is averaged over the chosen methods
// and added to every body: the difference estimator, W. G. Cochran, Sampling Techniques (3rd ed.,
// 1977), chapter 7 with b = 1, in each class by itself (stratified, chapter 5). It has no bias
// whatever the bodies are.
//
// The wall time is that of all these processes, `jobs` at a time in the order of the classes, and
// longer by as much as the sampled round was longer than its own processes: a round of few ends
// with jobs idle for a good part of it, one of many hardly.
WholeRound whole_round(const Round& sampled, const Round& continuous,
                       const std::vector<ComparedClass>& classes, int jobs);

// How long processes take together where each is begun as soon as one of `jobs` is free.
double wall_of_processes_ns(const std::vector<double>& processes_ns, int jobs);

}  // namespace carpool
