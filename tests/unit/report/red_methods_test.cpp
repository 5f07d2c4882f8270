#include "report/red_methods.h"

#include <gtest/gtest.h>

#include "report/report_writing.h"
#include "report_fixture.h"

namespace carpool {
namespace {

using testing::ScriptedRunner;

class RedMethods : public testing::ReportFixture {
 protected:
  std::set<MethodKey> found() {
    const auto file = run_ / "report.json";
    EXPECT_TRUE(write_report(run_, {}));
    const auto red = red_methods(file);
    EXPECT_TRUE(red) << (red ? "" : red.error().message);
    return red ? *red : std::set<MethodKey>();
  }
};

TEST_F(RedMethods, AreThoseOfTheReport) {
  {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", {"a", "b"}).worker(1).method(1, 0, "a");
    runner.put(runner.finished(1, 1, "b", MethodStatus::kFailed)).retire(1);
    runner.finish_class(ClassStatus::kFailed, 12).finish();
  }
  EXPECT_EQ(found(), (std::set<MethodKey>{{"core", "C", "b"}}));
}

TEST_F(RedMethods, AreAllOfAClassWhoseTearDownFailed) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a", "b"})
      .worker(1)
      .method(1, 0, "a")
      .method(1, 1, "b")
      .retire(1)
      .finish_class(ClassStatus::kTeardownFailed, 12)
      .finish();
  EXPECT_EQ(found(), (std::set<MethodKey>{{"core", "C", "a"}, {"core", "C", "b"}}));
}

TEST_F(RedMethods, CannotBeReadFromAnythingElse) {
  const auto red = red_methods(run_ / "nothing.json");
  ASSERT_FALSE(red);
  EXPECT_NE(red.error().message.find("nothing.json"), std::string::npos);
}

}  // namespace
}  // namespace carpool
