// BENCH_CLASSES suites of BENCH_METHODS tests each, in which the ranks of a gang come together,
// sleep BENCH_SLEEP_MS and come together again.
#include <carpool/rank.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

namespace {

class MeetingTest : public ::testing::Test {
 public:
  void TestBody() override {
    carpool::barrier();
    std::this_thread::sleep_for(std::chrono::milliseconds(BENCH_SLEEP_MS));
    carpool::barrier();
  }
};

bool register_all() {
  for (int suite = 0; suite < BENCH_CLASSES; ++suite) {
    const std::string suite_name = "Suite" + std::to_string(suite);
    for (int test = 0; test < BENCH_METHODS; ++test) {
      const std::string name = "Test" + std::to_string(test);
      ::testing::RegisterTest(suite_name.c_str(), name.c_str(), nullptr, nullptr, __FILE__,
                              __LINE__, []() -> ::testing::Test* { return new MeetingTest; });
    }
  }
  return true;
}

const bool registered = register_all();

}  // namespace
