#include "command_line/plain_screen.h"

#include <gtest/gtest.h>

#include "support/screen_file.h"

namespace carpool {
namespace {

class PlainScreenTest : public ::testing::Test {
 protected:
  std::string shown() {
    screen_.refresh();
    return file_.text();
  }

  static MethodFinished not_run(const std::string& class_name, const std::string& reason) {
    MethodFinished record{.target = "t", .class_name = class_name, .method = "One"};
    record.status = MethodStatus::kNotRun;
    record.final_status = MethodStatus::kNotRun;
    record.reason = reason;
    return record;
  }

  testing::ScreenFile file_;
  PlainScreen screen_{file_.stream(), true};
};

TEST_F(PlainScreenTest, CallsNoClassFailedOfWhichNothingWasBegun) {
  screen_.show(not_run("Late", "not begun"));
  screen_.show(ClassFinished{
      .target = "t", .class_name = "Late", .status = ClassStatus::kFailed, .wall_ns = 0});
  EXPECT_EQ(shown(),
            "[  not_run   ] Late.One: not begun\n"
            "[  not_run   ] class t.Late (1 method)\n");
}

TEST_F(PlainScreenTest, TellsOnceWhatKeepsManyClassesFromStarting) {
  for (const char* const name : {"A", "B"}) {
    screen_.show(not_run(name, "it is not there"));
    screen_.show(ClassFinished{.target = "t",
                               .class_name = name,
                               .status = ClassStatus::kStartupFailed,
                               .reason = "it is not there",
                               .wall_ns = 0});
  }
  const std::string text = shown();
  const std::size_t at = text.find("it is not there");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_EQ(text.find("it is not there", at + 1), std::string::npos) << text;
  EXPECT_NE(text.find("class t.B (0.0 ms): as above\n"), std::string::npos) << text;
}

TEST_F(PlainScreenTest, LeavesGoogleTestsBannerOut) {
  WorkerEnded ended{.target = "t", .class_name = "A", .worker = 1, .how = "crashed"};
  ended.output.text =
      "Running main() from ./gtest_main.cc\nNote: Google Test filter = A.One\n"
      "[==========] Running 1 test from 1 test suite.\n[----------] 1 test from A\n";
  screen_.show(ended);
  EXPECT_EQ(shown(), "");
}

TEST_F(PlainScreenTest, KeepsWhatTheProgramItselfPrinted) {
  WorkerEnded ended{.target = "t", .class_name = "A", .worker = 1, .how = "timed_out"};
  ended.output.text = "Running main() from ./gtest_main.cc\nno licence\n\n[----------] 1 test\n";
  ended.moved_methods = 1;
  ended.reason = "1 method that has run already runs once more, alone: why";
  screen_.show(ended);
  EXPECT_EQ(shown(),
            "carpool: worker 1 printed outside of methods:\nno licence\n"
            "carpool: worker 1 is lost (timed out): 1 method moves to a new one\n"
            "carpool: 1 method that has run already runs once more, alone: why\n");
}

// mpiexec's own words, say; the blame is with another rank of the gang.
TEST_F(PlainScreenTest, TellsWhatTheLauncherOfAGangThatDidNotStartPrinted) {
  WorkerEnded ended{.target = "t", .class_name = "A", .worker = 3, .how = "aborted"};
  ended.output.text = "the launcher refuses to run here\n";
  screen_.show(ended);
  EXPECT_EQ(shown(), "");
  ended.reason = "rank 0: the worker was not ready";
  screen_.show(ended);
  EXPECT_EQ(shown(),
            "carpool: worker 3 printed outside of methods:\nthe launcher refuses to run here\n"
            "carpool: rank 0: the worker was not ready\n");
}

TEST_F(PlainScreenTest, PromisesNoNewWorkerWhereTheRunWasInterrupted) {
  WorkerEnded ended{.target = "t", .class_name = "A", .worker = 1, .how = "interrupted"};
  ended.moved_methods = 2;
  screen_.show(ended);
  EXPECT_EQ(shown(), "");
}

}  // namespace
}  // namespace carpool
