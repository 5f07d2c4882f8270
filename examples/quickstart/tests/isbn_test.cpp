#include "library/isbn.h"

#include <gtest/gtest.h>

#include <string>

namespace {

class GoodIsbn : public ::testing::TestWithParam<std::string> {};

TEST_P(GoodIsbn, IsAccepted) { EXPECT_TRUE(library::is_isbn13(GetParam())); }

INSTANTIATE_TEST_SUITE_P(FromTheShelf, GoodIsbn,
                         ::testing::Values("9780201633610", "9780131103627", "9780321563842",
                                           "978-0-201-63361-0", "978-0131103627"));

class BadIsbn : public ::testing::TestWithParam<std::string> {};

TEST_P(BadIsbn, IsRefused) { EXPECT_FALSE(library::is_isbn13(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Typos, BadIsbn,
                         ::testing::Values("", "-", "978020163361", "9780201633611",
                                           "97802016336100", "978 0201633610", "-9780201633610",
                                           "978020163361X"));

TEST(IsbnTest, HyphensDoNotCount) {
  EXPECT_EQ(library::is_isbn13("9780201633610"), library::is_isbn13("978-0201633610"));
}

}  // namespace
