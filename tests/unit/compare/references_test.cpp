#include "compare/references.h"

#include <gtest/gtest.h>

#include "manifest/whole_file.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

TargetManifest manifest() {
  TargetManifest result;
  result.target = "core";
  result.executable = "/b/core tests";
  result.launcher = {"env", "X=1"};
  result.working_directory = "/w d";
  result.extra_arguments = {"--flag=]=]"};
  result.entry_prefix = "pre.";
  result.properties = {{"LABELS", "a;b"}};
  result.test_timeout = std::chrono::milliseconds(2500);
  return result;
}

const std::vector<ComparedClass> kClasses{
    {.name = "C", .methods = {{.name = "m", .filter = "C.m"}, {.name = "lost"}}}};

constexpr std::chrono::seconds kPatience{40};

TEST(CtestFile, HoldsOneEntryPerMethodThatAFilterSelects) {
  EXPECT_EQ(ctest_file(manifest(), kClasses),
            "add_test([=[pre.C.m]=] [=[env]=] [=[X=1]=] [=[/b/core tests]=] "
            "[=[--gtest_filter=C.m]=] [=[--gtest_also_run_disabled_tests]=] [==[--flag=]=]]==])\n"
            "set_tests_properties([=[pre.C.m]=] PROPERTIES WORKING_DIRECTORY [=[/w d]=] "
            "SKIP_REGULAR_EXPRESSION [=[\\[  SKIPPED \\]]=] TIMEOUT 2.5 "
            "[=[LABELS]=] [=[a;b]=])\n");
}

TEST(CtestReference, IsNotToBeHadWhereCtestCannotBeStarted) {
  const testing::TemporaryDirectory scratch;
  const RunCommand missing = [](const Command&) -> Result<CommandEnd> { return Error{"no ctest"}; };
  const Reference reference =
      ctest_reference(manifest(), kClasses, 2, kPatience, scratch.path(), missing);
  EXPECT_FALSE(reference.run);
  EXPECT_EQ(reference.reason, "no ctest");
}

TEST(CtestReference, IsNotToBeHadWhereCtestLeavesMethodsOut) {
  const testing::TemporaryDirectory scratch;
  const RunCommand ctest = [](const Command& command) -> Result<CommandEnd> {
    EXPECT_EQ(command.arguments, (std::vector<std::string>{"ctest", "-j2"}));
    if (!write_whole_file(command.output_file, "100% tests passed, 0 tests failed out of 17\n")) {
      return Error{"cannot write"};
    }
    return CommandEnd{.exit_code = 0};
  };
  EXPECT_FALSE(ctest_reference(manifest(), kClasses, 2, kPatience, scratch.path(), ctest).run);
}

TEST(CtestReference, IsNotWaitedForWithoutEnd) {
  const testing::TemporaryDirectory scratch;
  const RunCommand waits = [](const Command& command) -> Result<CommandEnd> {
    EXPECT_EQ(command.deadline, kPatience);
    return CommandEnd{.timed_out = true};
  };
  const Reference reference =
      ctest_reference(manifest(), kClasses, 2, kPatience, scratch.path(), waits);
  EXPECT_FALSE(reference.run);
  EXPECT_NE(reference.reason.find("had not ended after 40 s"), std::string::npos)
      << reference.reason;
}

TEST(OneProcessReference, IsNotToBeHadWhereATestEndsTheProcess) {
  const testing::TemporaryDirectory scratch;
  const RunCommand exits = [](const Command&) -> Result<CommandEnd> {
    return CommandEnd{.exit_code = 0};
  };
  const Reference reference =
      one_process_reference(manifest(), kClasses, true, scratch.path(), exits);
  EXPECT_FALSE(reference.run);
  EXPECT_NE(reference.reason.find("crashes or exits"), std::string::npos);
}

TEST(OneProcessReference, SelectsTheComparedClassesAlone) {
  const testing::TemporaryDirectory scratch;
  std::vector<std::string> seen;
  const RunCommand run = [&](const Command& command) -> Result<CommandEnd> {
    seen = command.arguments;
    return Error{"enough"};
  };
  (void)one_process_reference(manifest(), kClasses, false, scratch.path(), run);
  EXPECT_NE(std::find(seen.begin(), seen.end(), "--gtest_filter=C.*"), seen.end());
}

}  // namespace
}  // namespace carpool
