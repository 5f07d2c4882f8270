// Every instantiation of a suite is a class of its own, with set-up and workers of its own.
#include "victim.h"

template <typename Type>
class Typed : public testing::Test {};
using Types = testing::Types<int, double, std::string>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, HasSize) { std::printf("%d\n", static_cast<int>(sizeof(TypeParam)) > 0); }
TYPED_TEST(Typed, CrashesForDouble) {
  if (std::is_same<TypeParam, double>::value) victim::crash();
}
TYPED_TEST(Typed, RunsLast) { victim::expect_sound_process(); }

template <typename Type>
class Patterned : public testing::Test {};
TYPED_TEST_SUITE_P(Patterned);
TYPED_TEST_P(Patterned, Passes) { victim::expect_sound_process(); }
REGISTER_TYPED_TEST_SUITE_P(Patterned, Passes);
INSTANTIATE_TYPED_TEST_SUITE_P(My, Patterned, Types);

class Numbers : public testing::TestWithParam<int> {};
TEST_P(Numbers, FailsForTwo) { EXPECT_NE(GetParam(), 2); }
INSTANTIATE_TEST_SUITE_P(Few, Numbers, testing::Values(1, 2, 3));
INSTANTIATE_TEST_SUITE_P(Named, Numbers, testing::Values(2, 4),
                         [](const auto& parameter) { return "Is" + std::to_string(parameter.param); });
