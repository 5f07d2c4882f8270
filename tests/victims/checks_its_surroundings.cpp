// Passes only with the arguments, environment and working directory that its row asks for.
#include <algorithm>
#include <string>
#include <vector>

#include "victim.h"

namespace {

std::vector<std::string> own_arguments;

bool has_argument(const std::string& wanted) {
  return std::find(own_arguments.begin(), own_arguments.end(), wanted) != own_arguments.end();
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "(not set)";
}

}  // namespace

TEST(Launched, SeesVariableOfLauncher) { EXPECT_EQ(variable("X"), "1"); }
TEST(Launched, SeesVariableOfLauncherAgain) { EXPECT_EQ(variable("X"), "1"); }

TEST(Arguments, Arrive) {
  EXPECT_TRUE(has_argument("--own-flag=a b"));
  EXPECT_TRUE(has_argument("semi;colon"));
  EXPECT_TRUE(has_argument("$dollar"));
}

TEST(Directory, IsTheOneAskedFor) {
  EXPECT_EQ(std::filesystem::current_path().filename(), "a directory");
}

TEST(Environment, ArrivesWhole) {
  EXPECT_EQ(variable("FROM_PROPERTY"), "one two");
  EXPECT_EQ(variable("ALSO_FROM_PROPERTY"), "2");
}

int main(int argument_count, char** arguments) {
  own_arguments.assign(arguments + 1, arguments + argument_count);
  testing::InitGoogleTest(&argument_count, arguments);
  return RUN_ALL_TESTS();
}
