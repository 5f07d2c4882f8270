// Nothing in this class survives. Every method must be accounted for, and the run must end.
#include "victim.h"

class CrashInEveryMethod : public testing::TestWithParam<int> {};
TEST_P(CrashInEveryMethod, Crashes) { victim::crash(); }
INSTANTIATE_TEST_SUITE_P(All, CrashInEveryMethod, testing::Range(0, 12));

TEST(HealthyNeighbour, Passes) { victim::expect_sound_process(); }
