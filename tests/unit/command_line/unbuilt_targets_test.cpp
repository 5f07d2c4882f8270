#include "command_line/unbuilt_targets.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_directory.h"

namespace carpool {
namespace {

PlannedClass planned(const std::string& target, std::size_t index) {
  PlannedClass of_target;
  of_target.target = index;
  of_target.tests.target = target;
  return of_target;
}

TEST(UnbuiltTargets, AreNamedOnceWithTheirClassesAndHowToBuildThem) {
  const testing::TemporaryDirectory folder;
  const std::filesystem::path built = folder.path() / "built";
  const std::filesystem::path missing = folder.path() / "missing";
  std::ofstream(built) << "x";
  RunPlan plan;
  plan.targets.push_back({.command = {.launcher = {}, .executable = built}});
  plan.targets.push_back({.command = {.launcher = {}, .executable = missing}});
  for (int i = 0; i < 3; ++i) plan.classes.push_back(planned("late", 1));
  plan.classes.push_back(planned("early", 0));
  EXPECT_EQ(
      unbuilt_in_words(plan, "/b/Testing/Carpool"),
      std::vector<std::string>{"late is not built, none of its 3 classes can run: there is no " +
                               missing.string() + "; build it: cmake --build /b --target late"});
  plan.targets[1].has_plugin = false;  // nobody knows how an ordinary executable is built
  EXPECT_EQ(unbuilt_in_words(plan, "/b/Testing/Carpool"),
            std::vector<std::string>{"late is gone, none of its 3 classes can run: there is no " +
                                     missing.string()});
  plan.classes.erase(plan.classes.begin(), plan.classes.begin() + 3);
  EXPECT_TRUE(unbuilt_in_words(plan, "/b/Testing/Carpool").empty());
}

}  // namespace
}  // namespace carpool
