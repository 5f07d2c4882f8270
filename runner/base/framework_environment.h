#pragma once

#include <array>

namespace carpool {

// GoogleTest's variables that choose tests or name result files, meant for one process that runs
// them all. In a worker they would leave tests out, or make every process write over the same file.
inline constexpr std::array kFrameworkVariables{
    "GTEST_FILTER",      "GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX",    "GTEST_SHARD_STATUS_FILE",
    "TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX",   "TESTBRIDGE_TEST_ONLY", "GTEST_OUTPUT",
    "XML_OUTPUT_FILE",
};

}  // namespace carpool
