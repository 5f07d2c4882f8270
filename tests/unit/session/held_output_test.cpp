#include "session/held_output.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

class HeldOutputTest : public ::testing::Test {
 protected:
  std::string shown_;
  HeldOutput held_{[this](std::string_view bytes) { shown_ += bytes; }};
};

TEST_F(HeldOutputTest, ShowsNothingBeforeTheMessagesAreTaken) {
  held_.hold(1, "a");
  held_.hold(1, "b");
  EXPECT_EQ(shown_, "");
  held_.show_all();
  EXPECT_EQ(shown_, "ab");
}

TEST_F(HeldOutputTest, ShowsWhatAMethodPrintedBeforeItsEndIsTold) {
  held_.hold(1, "first");
  held_.hold(3, "second");
  held_.show_before(2);
  EXPECT_EQ(shown_, "first");
  held_.show_before(4);
  EXPECT_EQ(shown_, "firstsecond");
}

TEST_F(HeldOutputTest, KeepsALaterMethodsOutputBackForASilentOne) {
  held_.hold(3, "later");
  held_.show_before(0);  // a silent method has no mark of its own
  held_.show_before(2);
  EXPECT_EQ(shown_, "");
}

}  // namespace
}  // namespace carpool
