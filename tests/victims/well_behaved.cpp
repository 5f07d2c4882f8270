// Nothing goes wrong here. The rows that build this file ask how methods are spread over processes.
#include "victim.h"

namespace {

int methods_in_this_process = 0;

// Says which place the method has in its process: the journal has to say the same.
void count() { std::printf("%d", ++methods_in_this_process); }

}  // namespace

TEST(Alpha, One) { count(); }
TEST(Alpha, Two) { count(); }
TEST(Alpha, Three) { count(); }
TEST(Alpha, Four) { count(); }
TEST(Alpha, Five) { count(); }

TEST(Beta, Alone) { count(); }
TEST(Beta, Other) { count(); }
TEST(Beta, Another) { count(); }

TEST(Gamma, One) { count(); }
TEST(Gamma, Two) { count(); }

// Takes long enough for a second worker to be of use.
class Slow : public testing::TestWithParam<int> {};
TEST_P(Slow, Sleeps) {
  count();
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
}
INSTANTIATE_TEST_SUITE_P(All, Slow, testing::Range(0, 9));
