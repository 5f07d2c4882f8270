#include "broker/verdict.h"

#include <gtest/gtest.h>

#include "base/own_end.h"

namespace carpool {
namespace {

MethodFinished record(MethodStatus status) {
  MethodFinished made;
  made.class_name = "Suite";
  made.method = "Name";
  made.status = status;
  made.final_status = status;
  made.duration_ns = 12'345'678;
  return made;
}

int exit_code(const MethodFinished& last, int skip_code = 77, bool is_the_users = false) {
  return ending_of(last, {.code = skip_code, .is_the_users = is_the_users}).exit_code;
}

MethodFinished exited(int code) {
  MethodFinished made = record(MethodStatus::kExited);
  made.exit_code = code;
  return made;
}

TEST(EndingOf, IsGreenForAPassOnly) {
  for (const MethodStatus status : all_method_statuses()) {
    const Ending ending = ending_of(record(status), {});
    const bool green = status == MethodStatus::kPassed || status == MethodStatus::kFlaky;
    EXPECT_EQ(ending.exit_code == 0 && !ending.signal, green) << to_word(status);
  }
}

// CTest's WILL_FAIL turns every exit code round, and no signal.
TEST(EndingOf, IsASignalWhereTheMethodSaidNothingOfItself) {
  for (const MethodStatus status : all_method_statuses()) {
    const bool has_a_verdict = status == MethodStatus::kPassed || status == MethodStatus::kFlaky ||
                               status == MethodStatus::kFailed || status == MethodStatus::kSkipped;
    EXPECT_EQ(ending_of(record(status), {}).signal,
              has_a_verdict ? std::nullopt : std::optional<int>(kSignalWithoutVerdict))
        << to_word(status);
  }
  EXPECT_EQ(ending_of(exited(0), {}).signal, kSignalWithoutVerdict);
  EXPECT_EQ(without_verdict().signal, kSignalWithoutVerdict);
}

TEST(EndingOf, GivesASkipTheCodeThatCTestKnows) {
  EXPECT_EQ(exit_code(record(MethodStatus::kSkipped)), 77);
  EXPECT_EQ(exit_code(record(MethodStatus::kSkipped), 5, true), 5);
  EXPECT_EQ(exit_code(record(MethodStatus::kFailed), 1, true), 2);
}

TEST(EndingOf, NeverMakesAnExitLookLikeAPassOrASkip) {
  EXPECT_EQ(exit_code(exited(3)), 3);
  EXPECT_EQ(exit_code(exited(77)), 1);
  EXPECT_EQ(exit_code(exited(1), 1), 2);
  EXPECT_EQ(exit_code(exited(5), 5, true), 5);  // the user has said what 5 means
  for (const int code : {1, 3, 77}) EXPECT_EQ(ending_of(exited(code), {}).signal, std::nullopt);
}

TEST(EndingOf, IsTheSignalThatTheMethodDiedOf) {
  MethodFinished crashed = record(MethodStatus::kCrashed);
  crashed.signal = 11;
  EXPECT_EQ(ending_of(crashed, {}).signal, 11);
  EXPECT_EQ(ending_of(record(MethodStatus::kFailed), {}).signal, std::nullopt);
}

TEST(ClosingText, ReadsLikeGoogleTest) {
  EXPECT_EQ(opening_text("Suite.Name"), "[ RUN      ] Suite.Name\n");
  EXPECT_EQ(closing_text({record(MethodStatus::kPassed)}), "[       OK ] Suite.Name (12 ms)\n");
  EXPECT_EQ(closing_text({record(MethodStatus::kSkipped)}), "[  SKIPPED ] Suite.Name (12 ms)\n");
  EXPECT_EQ(closing_text({record(MethodStatus::kFailed)}), "[  FAILED  ] Suite.Name (12 ms)\n");
}

TEST(ClosingText, SaysWhatTheOutputHasNotSaidAlready) {
  MethodFinished failed = record(MethodStatus::kFailed);
  failed.failures = {{.file = "a.cpp", .line = 7, .message = "Expected: x"},
                     {.file = "", .line = 0, .message = "of a thread"}};
  failed.output.text = "a.cpp:7: Failure\nExpected: x\n";
  EXPECT_EQ(closing_text({failed}), "Failure\nof a thread\n[  FAILED  ] Suite.Name (12 ms)\n");
  failed.output.text += "Failure\nof a thread\n[  FAILED  ] Suite.Name (3 ms)\n";
  EXPECT_EQ(closing_text({failed}), "");
}

TEST(ClosingText, SaysWhyTheEntryIsAborted) {
  const std::string text = closing_text({record(MethodStatus::kNotRun)});
  EXPECT_NE(text.find("came to no verdict"), std::string::npos) << text;
  MethodFinished crashed = record(MethodStatus::kCrashed);
  crashed.signal = 11;
  EXPECT_EQ(closing_text({crashed}), "[  FAILED  ] Suite.Name (12 ms)\n");
}

TEST(ClosingText, BeginsALineOfItsOwn) {
  MethodFinished passed = record(MethodStatus::kPassed);
  passed.output.text = "no newline";
  EXPECT_EQ(closing_text({passed}), "\n[       OK ] Suite.Name (12 ms)\n");
}

TEST(ClosingText, TellsOfEveryAttempt) {
  MethodFinished first = record(MethodStatus::kFailed);
  first.final_status.reset();
  first.reason = "wrong";
  MethodFinished second = record(MethodStatus::kPassed);
  second.final_status = MethodStatus::kFlaky;
  second.attempt = 2;
  EXPECT_EQ(
      closing_text({first, second}),
      "carpool: wrong\n[  FAILED  ] Suite.Name (12 ms)\ncarpool: tried again in a fresh process\n"
      "[       OK ] Suite.Name (12 ms)\ncarpool: flaky: passed in attempt 2 only\n");
}

TEST(ClosingText, KeepsControlCharactersOfNamesFromTheTerminal) {
  MethodFinished odd = record(MethodStatus::kPassed);
  odd.method = "a\x1b[2J";
  EXPECT_EQ(closing_text({odd}).find('\x1b'), std::string::npos);
}

TEST(SkipCodeOfATarget, IsTheUsersWhereTheyHaveSaidOne) {
  TargetManifest manifest;
  EXPECT_EQ(skip_code_of(manifest).code, 77);
  EXPECT_FALSE(skip_code_of(manifest).is_the_users);
  manifest.properties = {{"SKIP_RETURN_CODE", "9"}};
  EXPECT_EQ(skip_code_of(manifest).code, 9);
  EXPECT_TRUE(skip_code_of(manifest).is_the_users);
}

}  // namespace
}  // namespace carpool
