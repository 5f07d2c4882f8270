#include "compare/comparison.h"

#include <gtest/gtest.h>

#include <mutex>
#include <nlohmann/json.hpp>

#include "compare/comparison_json.h"
#include "compare/comparison_table.h"
#include "fake_machine.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

class CompareTarget : public ::testing::Test {
 protected:
  Result<Comparison> compare_target(int blocks = 5) {
    ComparisonRequest request = request_;
    request.manifest_file = machine_.write_manifest();
    request.blocks = blocks;
    request.jobs = 2;
    request.carpool = "carpool";
    request.version = "1.2.3";
    auto manifest = read_target_manifest(request.manifest_file);
    if (!manifest) return manifest.error();
    const auto tests = read_test_list(manifest->test_list);
    if (!tests) return tests.error();
    const auto classes = compared_classes(*tests, {});
    if (!classes) return classes.error();
    return compare(request, std::move(*manifest), *classes, [this](const Command& command) {
      const std::lock_guard lock(mutex_);
      return machine_(command);
    });
  }

  ComparisonRequest request_;
  testing::TemporaryDirectory folder_;
  testing::FakeMachine machine_{folder_.path()};
  std::mutex mutex_;
};

TEST_F(CompareTarget, RunsBothSidesEquallyOftenAfterADiscardedWarmUp) {
  const auto comparison = compare_target(3);
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_EQ(machine_.continuous_runs, 1 + 6);
  // Two methods a round, and the whole executable once to try and once in each block.
  EXPECT_EQ(machine_.plain_runs, 2 * (1 + 6) + 1 + 3);
  EXPECT_EQ(comparison->total.spawn_ns.size(), 6u);
  EXPECT_EQ(comparison->total.continuous_ns.size(), 6u);
}

TEST_F(CompareTarget, ComparesEachClassByTheTimeItKeptProcessesBusy) {
  const auto comparison = compare_target();
  ASSERT_TRUE(comparison) << comparison.error().message;
  ASSERT_EQ(comparison->classes.size(), 1u);
  EXPECT_NEAR(comparison->classes[0].times.saving.speedup, 16, 1e-9);
  EXPECT_TRUE(comparison->classes[0].times.saving.established());
}

TEST_F(CompareTarget, KeepsTheReferencesApart) {
  const auto comparison = compare_target();
  ASSERT_TRUE(comparison) << comparison.error().message;
  ASSERT_EQ(comparison->references.size(), 2u);
  EXPECT_EQ(comparison->references[0].name, "ctest");
  EXPECT_NEAR(comparison->references[0].saving.speedup, 10, 1e-9);
  EXPECT_EQ(comparison->references[1].name, "one_process");
  EXPECT_NEAR(comparison->references[1].saving.speedup, 4, 1e-9);
  EXPECT_EQ(comparison->references[1].saving.pairs, 5u);
}

TEST_F(CompareTarget, LeavesAReferenceOutOnceItIsCutOff) {
  machine_.ctest_runs_until_cut_off = 2;  // one to try, one in the first block
  const auto comparison = compare_target(3);
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_EQ(machine_.ctest_runs, 1 + 2);
  EXPECT_EQ(comparison->references[0].unavailable_reason,
            "ctest did not end in time in one of the rounds");
  EXPECT_TRUE(comparison->references[0].wall_ns.empty());
  EXPECT_EQ(comparison->references[1].wall_ns.size(), 3u);
}

TEST_F(CompareTarget, DoesNotTakeAReferenceThatWasKilledForAFastOne) {
  machine_.ctest_runs_until_killed = 3;
  const auto comparison = compare_target(5);
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_EQ(machine_.ctest_runs, 1 + 3) << "no further one once it is unusable";
  EXPECT_EQ(comparison->references[0].unavailable_reason,
            "ctest was killed by signal 9, where it ended with exit code 0 before, in one of the "
            "rounds");
  EXPECT_TRUE(comparison->references[0].wall_ns.empty());
}

TEST_F(CompareTarget, IsCleanWhereBothSidesAgree) {
  const auto comparison = compare_target();
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_TRUE(comparison->differences.empty());
  EXPECT_FALSE(comparison->any_red());
  EXPECT_EQ(reason_of_exit_code(*comparison), "");
}

TEST_F(CompareTarget, NamesWhatIsRedOrNotTheSame) {
  machine_.together["b"] = MethodStatus::kFailed;
  machine_.continuous_exit_code = 1;
  auto comparison = compare_target();
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_EQ(reason_of_exit_code(*comparison),
            "exit code 1: 1 verdict differs between the two ways; red: C.b (failed)");
  comparison->differences.clear();
  comparison->classes[0].verdicts.spawn[0].failed_outside = true;
  EXPECT_EQ(reason_of_exit_code(*comparison),
            "exit code 1: red: C.a (failed_outside), C.b (failed)");
  comparison->classes[0].verdicts.spawn[0].failed_outside = false;
  comparison->classes[0].verdicts.continuous[1].status = MethodStatus::kPassed;
  comparison->classes[0].verdicts.continuous_status = ClassStatus::kTeardownFailed;
  EXPECT_EQ(reason_of_exit_code(*comparison), "exit code 1: red: class C (teardown_failed)");
}

TEST_F(CompareTarget, PutsMethodsThatDependOnOthersFirst) {
  machine_.together["b"] = MethodStatus::kFailed;
  machine_.continuous_exit_code = 1;
  const auto comparison = compare_target();
  ASSERT_TRUE(comparison) << comparison.error().message;
  ASSERT_EQ(comparison->differences.size(), 1u);
  EXPECT_TRUE(comparison->any_red());
  const std::string table = comparison_table(*comparison);
  EXPECT_LT(table.find("C.b: passed apart, failed together"), table.find("saved (95 % interval)"));
  const std::string document = comparison_json(*comparison);
  EXPECT_LT(document.find("verdict_differences"), document.find("\"total\""));
}

TEST_F(CompareTarget, KeepsControlCharactersFromTheTerminal) {
  auto comparison = compare_target();
  ASSERT_TRUE(comparison) << comparison.error().message;
  comparison->classes[0].name = "C\x1b[2J";
  comparison->differences.push_back({.class_name = "C",
                                     .method = "a\n\x1b[2J",
                                     .spawn = "passed",
                                     .continuous = "failed",
                                     .explanation = "why\x1b[2J"});
  comparison->unstable.push_back({.class_name = "C", .method = "b\x1b[2J", .reason = "\x1b[2J"});
  const std::string table = comparison_table(*comparison) + reason_of_exit_code(*comparison);
  EXPECT_EQ(table.find('\x1b'), std::string::npos) << table;
  EXPECT_NE(table.find("C.a\\n\\x1b[2J: passed apart"), std::string::npos) << table;
}

TEST_F(CompareTarget, SaysNotEstablishedWhereTheIntervalIncludesOne) {
  machine_.continuous_ns = machine_.plain_ns * 2;
  const auto comparison = compare_target(2);
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_NE(comparison_table(*comparison).find("not established (4 of 6 pairs: give --blocks 3)"),
            std::string::npos);
}

TEST_F(CompareTarget, TellsWhatItsFiguresAreOf) {
  auto comparison = compare_target(3);
  ASSERT_TRUE(comparison) << comparison.error().message;
  comparison->jobs = 2;
  const std::string table = comparison_table(*comparison);
  EXPECT_NE(table.find("2 methods in 1 class, 2 at a time, 6 pairs of runs\n"), std::string::npos)
      << table;
  EXPECT_NE(table.find("A class counts the time its processes were busy, the total the time from "
                       "first to last, 2 at a time.\n"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("(not established: 3 of 6 pairs: give --blocks 6)"), std::string::npos)
      << table;
  comparison->disabled_methods = 1;
  EXPECT_NE(
      comparison_table(*comparison).find("2 methods in 1 class (1 disabled, not run), 2 at a time"),
      std::string::npos);
}

TEST_F(CompareTarget, SaysLostWhereItIs) {
  auto comparison = compare_target(3);
  ASSERT_TRUE(comparison) << comparison.error().message;
  comparison->total.saving.speedup = 0.5;
  comparison->total.saving.interval = Interval{.low = 0.4, .high = 0.8};
  EXPECT_NE(comparison_table(*comparison).find("100.0 % lost (25.0 to 150.0)"), std::string::npos)
      << comparison_table(*comparison);
}

TEST_F(CompareTarget, TellsWhyTheRunnerCouldNotRun) {
  machine_.continuous_exit_code = 3;
  const auto comparison = compare_target();
  ASSERT_FALSE(comparison);
  EXPECT_NE(comparison.error().message.find("what the runner said"), std::string::npos);
}

TEST_F(CompareTarget, LeavesNothingBehindInTheResultsFolder) {
  const auto comparison = compare_target(1);
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() / "results"));
}

TEST_F(CompareTarget, EndsOnceTheSpeedupIsKnownAsExactlyAsWanted) {
  request_.until_percent = 1e9;  // of a clock that runs on while nothing does: any interval will do
  const auto comparison = compare_target(50);
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_EQ(comparison->blocks, 3);  // the fewest that give an interval
  EXPECT_EQ(comparison->total.spawn_ns.size(), 6u);
  const auto document = nlohmann::json::parse(comparison_json(*comparison));
  EXPECT_EQ(document["measurement"]["until"]["margin_percent"], 1e9);
  EXPECT_EQ(document["measurement"]["until"]["reached"], true);
}

TEST_F(CompareTarget, SaysThatItIsNotKnownAsExactlyAsWanted) {
  request_.until_percent = 5;
  const auto comparison = compare_target(2);
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_FALSE(comparison->is_exact_enough());
  EXPECT_NE(comparison_table(*comparison)
                .find("The speedup in total is known to no interval yet after 2 blocks"),
            std::string::npos);
}

TEST_F(CompareTarget, RunsNoCtestBesideASampleAndIsMeasuredWhereThatHoldsAllMethods) {
  request_.sample = 2;
  const auto comparison = compare_target(3);
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_EQ(machine_.ctest_runs, 0);
  EXPECT_EQ(comparison->references[0].unavailable_reason,
            "it would run every method as a process, which --sample is to avoid");
  const auto document = nlohmann::json::parse(comparison_json(*comparison));
  EXPECT_EQ(document["total"]["spawn_baseline"]["basis"], "measured");
}

TEST_F(CompareTarget, NeverShowsAnEstimateAsAMeasurement) {
  request_.sample = 2;
  auto comparison = compare_target(3);
  ASSERT_TRUE(comparison) << comparison.error().message;
  comparison->classes[0].method_count = 5;
  const auto document = nlohmann::json::parse(comparison_json(*comparison));
  EXPECT_EQ(document["total"]["spawn_baseline"]["basis"], "estimated");
  EXPECT_EQ(document["total"]["methods"], 5);
  EXPECT_EQ(document["total"]["sampled_methods"], 2);
  EXPECT_EQ(document["classes"][0]["method_count"], 5);
  EXPECT_NE(comparison_table(*comparison).find("\"before\" is estimated from 2 of 5 methods"),
            std::string::npos);
}

TEST_F(CompareTarget, DocumentHoldsEverySampleAndTheWayItWasMeasured) {
  const auto comparison = compare_target(4);
  ASSERT_TRUE(comparison) << comparison.error().message;
  const auto document = nlohmann::json::parse(comparison_json(*comparison));
  EXPECT_EQ(document["schema"], "carpool/comparison/v1");
  EXPECT_EQ(document["version"], "1.2.3");
  EXPECT_EQ(document["measurement"]["blocks"], 4);
  EXPECT_EQ(document["total"]["samples"]["continuous_ns"].size(), 8u);
  EXPECT_EQ(document["classes"][0]["methods"][1]["spawn"], "passed");
  EXPECT_EQ(document["classes"][0]["spawn_baseline"]["basis"], "measured");
  EXPECT_EQ(document["references"][0]["samples"]["wall_ns"].size(), 4u);
}

}  // namespace
}  // namespace carpool
