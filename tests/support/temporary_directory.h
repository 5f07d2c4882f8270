#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include <gtest/gtest.h>

namespace carpool::testing {

// A fresh, empty directory for one test, named after it; gone with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    const std::string stem = std::string(test->test_suite_name()) + "." + test->name();
    std::string name;
    for (const char character : stem) name += character == '/' ? '_' : character;
    for (int number = 0;; ++number) {
      path_ = std::filesystem::path(::testing::TempDir()) /
              ("carpool-" + name + "-" + std::to_string(number));
      if (std::filesystem::create_directories(path_)) return;
    }
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace carpool::testing
