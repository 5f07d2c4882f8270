// Global environments that do what the environment variable SAMPLE says.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

bool sample_is(const char* what) {
  const char* const value = std::getenv("SAMPLE");
  return value != nullptr && std::string(value) == what;
}

class Environment : public testing::Environment {
  void SetUp() override {
    std::printf("environment set up\n");
    if (sample_is("fails")) FAIL() << "no network";
    if (sample_is("fails softly")) ADD_FAILURE() << "slow network";
    if (sample_is("skips")) GTEST_SKIP() << "no licence";
  }
  void TearDown() override {
    std::printf("environment torn down\n");
    if (sample_is("fails late")) ADD_FAILURE() << "left open";
  }
};

}  // namespace

TEST(Some, Passes) {}
TEST(Some, Fails) { ADD_FAILURE(); }

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  testing::AddGlobalTestEnvironment(new Environment);
  const int code = RUN_ALL_TESTS();
  std::printf("main ends with %d\n", code);
  return code;
}
