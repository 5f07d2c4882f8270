#include "library/catalogue.h"

#include <gtest/gtest.h>

#include <memory>

namespace {

// One catalogue for the class: with a process for every test it would be opened for every test.
class CatalogueTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    catalogue_ = std::make_unique<library::Catalogue>(library::Catalogue::open());
  }
  static void TearDownTestSuite() { catalogue_.reset(); }

  static std::unique_ptr<library::Catalogue> catalogue_;
};

std::unique_ptr<library::Catalogue> CatalogueTest::catalogue_;

TEST_F(CatalogueTest, OpensWithThreeBooks) { EXPECT_EQ(catalogue_->size(), 3u); }

TEST_F(CatalogueTest, FindsABookByItsIsbn) {
  const library::Book* book = catalogue_->find("9780201633610");
  ASSERT_NE(book, nullptr);
  EXPECT_EQ(book->title, "Design Patterns");
}

TEST_F(CatalogueTest, FindsNothingUnderAnUnknownIsbn) {
  EXPECT_EQ(catalogue_->find("9780000000000"), nullptr);
}

TEST_F(CatalogueTest, FindsNothingUnderAnEmptyIsbn) { EXPECT_EQ(catalogue_->find(""), nullptr); }

TEST_F(CatalogueTest, FindsTitlesByAWord) {
  EXPECT_EQ(catalogue_->titles_with("Programming").size(), 2u);
}

TEST_F(CatalogueTest, FindsTitlesByCase) { EXPECT_TRUE(catalogue_->titles_with("design").empty()); }

TEST_F(CatalogueTest, AddsAndRemovesABook) {
  catalogue_->add({"9780134685991", "Effective Java", 1});
  EXPECT_NE(catalogue_->find("9780134685991"), nullptr);
  EXPECT_TRUE(catalogue_->remove("9780134685991"));
  EXPECT_EQ(catalogue_->find("9780134685991"), nullptr);
}

TEST_F(CatalogueTest, RemovesNothingTwice) {
  catalogue_->add({"9780134685991", "Effective Java", 1});
  EXPECT_TRUE(catalogue_->remove("9780134685991"));
  EXPECT_FALSE(catalogue_->remove("9780134685991"));
}

TEST_F(CatalogueTest, ReplacesABookOfTheSameIsbn) {
  catalogue_->add({"9780134685991", "Effective Java, 1st edition", 1});
  catalogue_->add({"9780134685991", "Effective Java", 1});
  EXPECT_EQ(catalogue_->titles_with("Effective").size(), 1u);
  catalogue_->remove("9780134685991");
}

TEST_F(CatalogueTest, ImportsFromTheNationalLibrary) {
  GTEST_SKIP() << "the national library is closed on Sundays";
}

}  // namespace
