#include "broker/entry_limits.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TargetManifest manifest(seconds limit, const std::string& after_match = {}) {
  TargetManifest made;
  made.test_timeout = limit;
  if (!after_match.empty()) made.properties = {{"TIMEOUT_AFTER_MATCH", after_match}};
  return made;
}

EntryBook::Entry entry(std::optional<milliseconds> limit) {
  EntryBook::Entry made;
  made.has_limit = true;
  made.limit = limit;
  return made;
}

TEST(EntryLimits, LeaveToCTestWhatCTestKeeps) {
  const EntryBook::Entry limited = entry(seconds(2));
  const EntryBook::Entry unlimited = entry(std::nullopt);
  const EntryBook::Entry silent;
  EXPECT_EQ(EntryLimits().left_to_us(&limited, manifest(seconds(9))), std::nullopt);
  EXPECT_EQ(EntryLimits().left_to_us(&unlimited, manifest(seconds(9))), std::nullopt);
  EXPECT_EQ(EntryLimits().left_to_us(&silent, manifest(seconds(9))), milliseconds(9'000));
  EXPECT_EQ(EntryLimits().left_to_us(nullptr, manifest(seconds(9))), milliseconds(9'000));
  EXPECT_EQ(EntryLimits{seconds(3)}.left_to_us(&silent, manifest(seconds(9))), std::nullopt);
}

TEST(EntryLimits, TellATimeOutFromAnInterruptByTheEntrysOwnLimit) {
  const EntryBook::Entry limited = entry(seconds(2));
  const EntryBook::Entry unlimited = entry(std::nullopt);
  const EntryBook::Entry silent;
  const EntryLimits limits;
  EXPECT_FALSE(limits.why_gone(&limited, manifest(seconds(1)), milliseconds(1'900)).out_of_time);
  const StopReason reason = limits.why_gone(&limited, manifest(seconds(9)), seconds(2));
  EXPECT_TRUE(reason.out_of_time);
  EXPECT_EQ(reason.words, "did not end within 2 s");
  EXPECT_FALSE(limits.why_gone(&unlimited, manifest(seconds(1)), seconds(50)).out_of_time);
  EXPECT_TRUE(limits.why_gone(&silent, manifest(seconds(1)), seconds(1)).out_of_time);
  const EntryLimits of_ctest{milliseconds(2'500)};
  EXPECT_TRUE(of_ctest.why_gone(&silent, manifest(seconds(9)), seconds(3)).out_of_time);
  EXPECT_FALSE(of_ctest.why_gone(&limited, manifest(seconds(9)), seconds(1)).out_of_time);
}

TEST(EntryLimits, CallNothingInterruptedWhereAPresetMayHaveALimit) {
  const EntryBook::Entry limited = entry(seconds(2));
  const EntryBook::Entry silent;
  const EntryLimits limits{.of_ctest = std::nullopt, .is_sure = false};
  const StopReason reason = limits.why_gone(&silent, manifest(seconds(9)), seconds(1));
  EXPECT_TRUE(reason.out_of_time);
  EXPECT_NE(reason.words.find("execution.timeout"), std::string::npos);
  EXPECT_TRUE(limits.why_gone(nullptr, manifest(seconds(9)), seconds(1)).out_of_time);
  EXPECT_FALSE(limits.why_gone(&limited, manifest(seconds(9)), seconds(1)).out_of_time);
}

TEST(EntryLimits, SayThatAMatchMayHaveShortenedTheTime) {
  const EntryLimits limits;
  const StopReason known = limits.why_gone(nullptr, manifest(seconds(9), "1.5;a;b"), seconds(2));
  EXPECT_TRUE(known.out_of_time);
  EXPECT_EQ(known.words, "did not end within 1.5 s of a match of TIMEOUT_AFTER_MATCH");
  EXPECT_FALSE(limits.why_gone(nullptr, manifest(seconds(9), "1.5;a"), seconds(1)).out_of_time);
  const StopReason unknown = limits.why_gone(nullptr, manifest(seconds(9)), seconds(2));
  EXPECT_FALSE(unknown.out_of_time);
  EXPECT_NE(unknown.words.find("TIMEOUT_AFTER_MATCH"), std::string::npos);
}

}  // namespace
}  // namespace carpool
