// Tests with nothing in them.
#include "registered_tests.h"

namespace {

class EmptyTest : public ::testing::Test {
 public:
  void TestBody() override {}
};

const bool registered = register_tests<EmptyTest>();

}  // namespace
