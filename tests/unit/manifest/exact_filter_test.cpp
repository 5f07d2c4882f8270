#include "manifest/exact_filter.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TEST(ExactFilter, LeavesAPlainNameAsItIs) {
  const ExactFilter filter({"Suite.Name", "Suite.Other"});
  EXPECT_EQ(filter.pattern_for("Suite.Name"), "Suite.Name");
}

TEST(ExactFilter, PutsAQuestionMarkForEachSpecialCharacter) {
  const ExactFilter filter({"S.a*b?c:d-e", "S.other"});
  EXPECT_EQ(filter.pattern_for("S.a*b?c:d-e"), "S.a?b?c?d?e");
}

TEST(ExactFilter, RefusesAPatternThatAnotherTestMatchesToo) {
  const ExactFilter filter({"S.a*b", "S.axb"});
  EXPECT_EQ(filter.pattern_for("S.a*b"), std::nullopt);
  EXPECT_EQ(filter.pattern_for("S.axb"), "S.axb");
}

TEST(ExactFilter, KeepsAPatternThatOnlyALongerNameWouldMatchAsAWildcard) {
  const ExactFilter filter({"S.a*b", "S.axxb"});
  EXPECT_EQ(filter.pattern_for("S.a*b"), "S.a?b");
}

}  // namespace
}  // namespace carpool
