#pragma once

#include <gtest/gtest.h>

#include <string>

// BENCH_CLASSES suites of BENCH_METHODS tests each. Registered at run time: a hundred thousand
// TEST() macros would measure the compiler.
template <typename Test>
bool register_tests() {
  for (int suite = 0; suite < BENCH_CLASSES; ++suite) {
    const std::string suite_name = "Suite" + std::to_string(suite);
    for (int test = 0; test < BENCH_METHODS; ++test) {
      const std::string name = "Test" + std::to_string(test);
      ::testing::RegisterTest(suite_name.c_str(), name.c_str(), nullptr, nullptr, __FILE__,
                              __LINE__, []() -> ::testing::Test* { return new Test; });
    }
  }
  return true;
}
