#include "process/left_process.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TEST(LeftProcess, IsDescribedOnceWhereItLeftItsGroupMeanwhile) {
  const std::vector<LeftProcess> of_group{{7, "7 tests"}, {8, "8 sleep 300"}};
  const std::vector<LeftProcess> of_others{{7, "7 sleep 300"}, {9, "9 daemon"}};
  EXPECT_EQ(descriptions(of_group, of_others),
            (std::vector<std::string>{"7 tests", "8 sleep 300", "9 daemon"}));
}

}  // namespace
}  // namespace carpool
