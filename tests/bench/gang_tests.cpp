// Tests in which the ranks of a gang come together, sleep BENCH_SLEEP_MS and come together again.
#include <carpool/rank.h>

#include <chrono>
#include <thread>

#include "registered_tests.h"

namespace {

class MeetingTest : public ::testing::Test {
 public:
  void TestBody() override {
    carpool::barrier();
    std::this_thread::sleep_for(std::chrono::milliseconds(BENCH_SLEEP_MS));
    carpool::barrier();
  }
};

const bool registered = register_tests<MeetingTest>();

}  // namespace
