#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace carpool {

// GoogleTest's variables that choose, order or repeat tests, end a run early, name result files or
// the address of an event stream: all meant for one process that runs all tests. In a worker they
// would leave tests out, or make every process write to the same place. Those that make a single
// test fail or not (GTEST_THROW_ON_FAILURE, GTEST_BREAK_ON_FAILURE, GTEST_CATCH_EXCEPTIONS,
// GTEST_DEATH_TEST_STYLE,
// ...) are left alone: a process for each test would see them too.
inline constexpr std::array kFrameworkVariables{
    "GTEST_FILTER",
    "GTEST_TOTAL_SHARDS",
    "GTEST_SHARD_INDEX",
    "GTEST_SHARD_STATUS_FILE",
    "TEST_TOTAL_SHARDS",
    "TEST_SHARD_INDEX",
    "TESTBRIDGE_TEST_ONLY",
    "GTEST_REPEAT",
    "GTEST_SHUFFLE",
    "GTEST_FAIL_FAST",
    "TESTBRIDGE_TEST_RUNNER_FAIL_FAST",
    "GTEST_OUTPUT",
    "XML_OUTPUT_FILE",
    "GTEST_STREAM_RESULT_TO",
};

inline bool is_framework_variable(std::string_view name) {
  return std::ranges::find(kFrameworkVariables, name) != kFrameworkVariables.end();
}

// Takes them out of changes to an environment and out of the environment itself. Changes: pairs of
// a name and an optional value.
template <typename Changes>
void take_framework_variables_away(Changes& changes) {
  std::erase_if(changes, [](const auto& change) { return is_framework_variable(change.first); });
  for (const char* const name : kFrameworkVariables) changes.emplace_back(name, std::nullopt);
}

}  // namespace carpool
