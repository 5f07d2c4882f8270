// One crash among thousands of methods moves the rest to another worker and costs none of them.
#include "victim.h"

class Many : public testing::TestWithParam<int> {};
TEST_P(Many, Passes) {
  if (GetParam() == 1500) victim::crash();
}
INSTANTIATE_TEST_SUITE_P(All, Many, testing::Range(0, 3000));
