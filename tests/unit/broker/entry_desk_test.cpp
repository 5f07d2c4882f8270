#include "broker/entry_desk.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

const EntryBook::Key kOne{"/m.json", "A.One"};
const EntryBook::Key kTwo{"/m.json", "A.Two"};

std::unique_ptr<const EntryBook> book(bool with_report) {
  std::vector<CTestEntry> entries{
      {.name = "one", .command = {"carpool-exec", kOne.first, kOne.second}, .properties = {}},
      {.name = "two",
       .command = {"carpool-exec", kTwo.first, kTwo.second},
       .properties = {{"SKIP_RETURN_CODE", {"9"}}}},
      {.name = "x", .command = {"true"}, .properties = {{"DEPENDS", {"one", "two"}}}}};
  if (with_report) {
    entries.push_back(
        {.name = "report", .command = {"carpool", "report", "--under-ctest"}, .properties = {}});
  }
  return std::make_unique<const EntryBook>(entries, true);
}

TEST(EntryDesk, PartsWithTheWorkerOfTheLastMethodThatOthersWaitFor) {
  EntryDesk desk;
  EXPECT_FALSE(desk.is_known());
  EXPECT_FALSE(desk.is_awaited(kOne));
  desk.know(book(true), true);
  EXPECT_TRUE(desk.is_known());
  desk.begin(kOne);
  EXPECT_FALSE(desk.await_ending(kOne).parts);
  desk.begin(kTwo);
  EXPECT_TRUE(desk.await_ending(kTwo).parts);
  EXPECT_FALSE(desk.await_ending(kTwo).tells_class);  // the report will
  EXPECT_TRUE(desk.is_awaited(kTwo));
  EXPECT_EQ(desk.await_ending(kTwo).skip_code, 9);
  EXPECT_EQ(desk.await_ending(kOne).skip_code, std::nullopt);
}

TEST(EntryDesk, PartsWithEveryWorkerWhereItNeverHearsOfTheOthers) {
  EntryDesk desk;
  desk.know(nullptr, true);
  desk.know(book(true), true);  // too late
  EXPECT_TRUE(desk.await_ending(kOne).parts);
  EXPECT_TRUE(desk.await_ending(kOne).tells_class);
  EXPECT_EQ(desk.find(kOne), nullptr);
  EXPECT_TRUE(desk.is_in_the_dark());
}

TEST(EntryDesk, PartsWithTheWorkerWhereTheBookIsOverdue) {
  EntryDesk desk;
  EXPECT_FALSE(desk.is_overdue());  // nobody has asked yet
  desk.expect_book(std::chrono::hours(24));
  EXPECT_FALSE(desk.is_overdue());
  desk.expect_book(std::chrono::milliseconds(0));
  EXPECT_TRUE(desk.is_overdue());
  EXPECT_TRUE(desk.is_in_the_dark());
  EXPECT_TRUE(desk.is_awaited(kOne));
  EXPECT_TRUE(desk.await_ending(kOne).parts);
  EXPECT_TRUE(desk.await_ending(kOne).tells_class);
  EXPECT_EQ(desk.await_ending(kTwo).skip_code, std::nullopt);
  desk.know(book(true), true);  // late, and of use to those that come
  EXPECT_FALSE(desk.is_overdue());
  EXPECT_FALSE(desk.is_in_the_dark());
  EXPECT_FALSE(desk.await_ending(kOne).parts);
  EXPECT_EQ(desk.await_ending(kTwo).skip_code, 9);
}

TEST(EntryDesk, HasTheLastMethodTellHowItsClassEndedWhereNoReportWill) {
  EntryDesk desk;
  desk.know(book(false), true);
  desk.begin(kOne);
  EXPECT_FALSE(desk.await_ending(kOne).tells_class);
  desk.begin(kTwo);
  EXPECT_TRUE(desk.await_ending(kTwo).tells_class);
}

TEST(EntryDesk, KeepsWorkersWhereThereAreNoOthers) {
  EntryDesk desk;
  desk.know(nullptr, false);
  EXPECT_FALSE(desk.is_in_the_dark());
  EXPECT_FALSE(desk.await_ending(kOne).parts);
}

}  // namespace
}  // namespace carpool
