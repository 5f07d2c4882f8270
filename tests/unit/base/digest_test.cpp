#include "base/digest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace carpool {
namespace {

std::string of(const std::vector<std::string>& parts) {
  Digest digest;
  for (const std::string& part : parts) digest.add(part);
  const Digest::Name made = digest.make();
  return {made.name, Digest::Name::kSize};
}

TEST(Digest, TellsPartsFromTheirSum) {
  EXPECT_EQ(of({"ab", "c"}), of({"ab", "c"}));
  EXPECT_NE(of({"ab", "c"}), of({"a", "bc"}));
  EXPECT_NE(of({"abc"}), of({"abc", ""}));
}

// What shards of several machines are compared by must not be another on another of them.
TEST(Digest, IsTheSameEverywhere) {
  Digest text;
  text.add("ab");
  const Digest::Name made = text.make();
  EXPECT_EQ(std::string(made.name, Digest::Name::kSize), of({"ab"}));
  EXPECT_EQ(of({"ab"}), "e1cf14509130027e756bb6735ff3663e");
}

}  // namespace
}  // namespace carpool
