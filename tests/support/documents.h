#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace carpool::testing {

// Keeps a document that a test has written, where CARPOOL_TEST_DOCUMENTS names a directory: the
// test suite then validates everything in it against the schemas. `ending`: ".json", ".ndjson".
inline void keep_document(std::string_view ending, std::string_view text) {
  static int number = 0;
  const char* directory = std::getenv("CARPOOL_TEST_DOCUMENTS");
  if (directory == nullptr) return;
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::string(test->test_suite_name()) + "." + test->name() + "-" +
                           std::to_string(++number) + std::string(ending);
  std::filesystem::create_directories(directory);
  std::ofstream(std::filesystem::path(directory) / name, std::ios::binary) << text;
}

inline void keep_document(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
  keep_document(file.extension().string(), text);
}

}  // namespace carpool::testing
