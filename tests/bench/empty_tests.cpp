// BENCH_CLASSES suites of BENCH_METHODS empty tests each. Registered at run time: a hundred
// thousand TEST() macros would measure the compiler.
#include <gtest/gtest.h>

#include <string>

namespace {

class EmptyTest : public ::testing::Test {
 public:
  void TestBody() override {}
};

bool register_all() {
  for (int suite = 0; suite < BENCH_CLASSES; ++suite) {
    const std::string suite_name = "Suite" + std::to_string(suite);
    for (int test = 0; test < BENCH_METHODS; ++test) {
      const std::string name = "Test" + std::to_string(test);
      ::testing::RegisterTest(suite_name.c_str(), name.c_str(), nullptr, nullptr, __FILE__,
                              __LINE__, []() -> ::testing::Test* { return new EmptyTest; });
    }
  }
  return true;
}

const bool registered = register_all();

}  // namespace
