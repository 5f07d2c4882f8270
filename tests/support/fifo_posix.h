#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

namespace carpool::testing {

// A file that keeps whoever opens it waiting for a writer that never comes.
inline std::filesystem::path make_fifo(const std::filesystem::path& path) {
  EXPECT_EQ(::mkfifo(path.c_str(), 0666), 0) << path;
  return path;
}

}  // namespace carpool::testing
