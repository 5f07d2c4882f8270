#pragma once

#include <string>

#include "trend/trend.h"

namespace carpool {

// The tests by name, as documents and screens call them.
inline constexpr const char* kChangePointTest =
    "Mann-Whitney over all change points, permutation p";
inline constexpr const char* kSilenceTest = "exact probability of the silence before";
inline constexpr const char* kOrderTest = "Fisher's exact test, Bonferroni over the ways tried";

// A finding in one sentence, and its evidence in a few words. Names are as in the report: what they
// hold may have to be made printable.
std::string in_words(const Trend& trend, const NewlySlow& found);
std::string in_words(const Trend& trend, const NewlyFlaky& found);
std::string in_words(const Trend& trend, const OrderDependent& found);
std::string evidence_in_words(const NewlySlow& found);
std::string evidence_in_words(const NewlyFlaky& found);
std::string evidence_in_words(const OrderDependent& found);

// "Class.method"
std::string method_name(const RunSeries& series, int method);

// "12 us", "3.4 ms", "1.23 s"
std::string measured_time(double ns);

// "0.0021", "1.5e-05"
std::string probability(double p_value);

}  // namespace carpool
