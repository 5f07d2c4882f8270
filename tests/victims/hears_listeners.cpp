// Listeners that static objects register: an example of each that GoogleTest's own samples and
// users' test programs have. In a plain run they come before and after all that Carpool does, too.
#include <set>

#include "victim.h"

namespace {

// As in GoogleTest's sample 10: a method that leaves an object behind has failed.
int objects = 0;
class FindsLeaks : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { before_ = objects; }
  void OnTestEnd(const testing::TestInfo&) override {
    if (objects > before_) ADD_FAILURE() << "leaked an object";
  }
  int before_ = 0;
};

// A database for each class that wants one, filled by the class's set-up.
std::set<std::string> database;
class KeepsDatabase : public testing::EmptyTestEventListener {
  void OnTestSuiteStart(const testing::TestSuite&) override { database = {"made"}; }
  void OnTestSuiteEnd(const testing::TestSuite& suite) override {
    database.clear();
    if (suite.name() == std::string("EndFails")) ADD_FAILURE() << "could not drop the database";
  }
};

const bool registered = [] {
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  listeners.Append(new FindsLeaks);
  listeners.Append(new KeepsDatabase);
  return true;
}();

class Database : public testing::Test {
 protected:
  static void SetUpTestSuite() { database.insert("filled"); }
};

}  // namespace

TEST(Leaks, Before) {}
TEST(Leaks, LeavesAnObject) { ++objects; }
TEST(Leaks, After) {}

TEST_F(Database, IsFilled) { EXPECT_EQ(database.size(), 2u); }
TEST_F(Database, StaysFilled) { EXPECT_EQ(database.size(), 2u); }

TEST(EndFails, First) { EXPECT_EQ(database.count("made"), 1u); }
TEST(EndFails, Second) { EXPECT_EQ(database.count("made"), 1u); }

TEST(RunsAllTests, InsideATest) { EXPECT_EQ(RUN_ALL_TESTS(), 0); }
TEST(RunsAllTests, Next) { victim::expect_sound_process(); }
