// Suites that take the one place there is when they are set up, and give it back when they are torn
// down: two processes that have them at once would be seen.
#include <fcntl.h>

#include "victim.h"

namespace {

std::string place() { return victim::scratch() / "the one place"; }

class Holder : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const int taken = ::open(place().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    ASSERT_GE(taken, 0) << "somebody else has the place";
    ::close(taken);
    has_it = true;
  }
  static void TearDownTestSuite() {
    if (has_it) std::filesystem::remove(place());
  }
  static bool has_it;
};
bool Holder::has_it = false;

}  // namespace

class Holds : public Holder {};
TEST_F(Holds, One) {}
TEST_F(Holds, Two) {}
TEST_F(Holds, Three) {}
TEST_F(Holds, Alone) {}

class HoldsToo : public Holder {};
TEST_F(HoldsToo, One) {}
TEST_F(HoldsToo, Two) {}

TEST(Looks, PlaceIsFree) {
  EXPECT_FALSE(std::filesystem::exists(place())) << "somebody still has the place";
}
