// A main() that takes its own flags before GoogleTest takes the rest. Carpool needs nothing of it.

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "greeting.h"

namespace {

std::string& stored_greeting() {
  static std::string text;
  return text;
}

}  // namespace

const std::string& greeting() { return stored_greeting(); }

int main(int argc, char** argv) {
  const std::string flag = "--greeting=";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.compare(0, flag.size(), flag) == 0)
      stored_greeting() = argument.substr(flag.size());
  }
  ::testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  std::puts("main() ends as it always did");
  return result;
}
