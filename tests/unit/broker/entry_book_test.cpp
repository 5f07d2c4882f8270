#include "broker/entry_book.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

using Properties = std::vector<std::pair<std::string, std::vector<std::string>>>;

CTestEntry ours(const std::string& method, Properties properties = {},
                const std::string& manifest = "/m.json") {
  return {.name = "entry " + method,
          .command = {"/bin/carpool-exec", manifest, method},
          .properties = std::move(properties)};
}

CTestEntry theirs(const std::string& name, Properties properties = {}) {
  return {.name = name, .command = {"/bin/true"}, .properties = std::move(properties)};
}

CTestEntry report() {
  return {.name = "carpool.report",
          .command = {"/bin/carpool", "report", "--under-ctest"},
          .properties = {}};
}

EntryBook::Key key(const std::string& method) { return {"/m.json", method}; }

TEST(EntryBook, HoldsWhatSingleEntriesSay) {
  const EntryBook book({ours("A.One", {{"RESOURCE_LOCK", {"table", "carpool.t.A#0"}},
                                       {"RUN_SERIAL", {"true"}},
                                       {"TIMEOUT", {"2.5"}},
                                       {"SKIP_RETURN_CODE", {"5"}}}),
                        ours("A.Two", {{"TIMEOUT", {"0"}}}), ours("A.Three")},
                       true);
  const EntryBook::Entry* const one = book.find(key("A.One"));
  ASSERT_NE(one, nullptr);
  EXPECT_EQ(one->locks, std::set<std::string>{"table"});
  EXPECT_TRUE(one->run_serial);
  EXPECT_EQ(one->limit, std::chrono::milliseconds(2'500));
  EXPECT_EQ(one->skip_code, 5);
  EXPECT_TRUE(book.find(key("A.Two"))->has_limit);
  EXPECT_EQ(book.find(key("A.Two"))->limit, std::nullopt);
  EXPECT_FALSE(book.find(key("A.Three"))->has_limit);
  EXPECT_EQ(book.find(key("A.Three"))->skip_code, std::nullopt);
  EXPECT_EQ(book.find(key("A.Four")), nullptr);
}

TEST(EntryBook, KnowsThatOnlyOthersLocksAreAwaited) {
  const Properties lock{{"RESOURCE_LOCK", {"table"}}};
  EXPECT_TRUE(EntryBook({ours("A.One", lock), theirs("x", lock), report()}, true)
                  .is_awaited(key("A.One"), {}));
  EXPECT_FALSE(EntryBook({ours("A.One", lock), ours("B.One", lock), theirs("x"), report()}, true)
                   .is_awaited(key("A.One"), {}));
  EXPECT_FALSE(
      EntryBook({ours("A.One"), theirs("x", lock), report()}, true).is_awaited(key("A.One"), {}));
}

TEST(EntryBook, AwaitsTheLastOfThoseThatAnEntryDependsOn) {
  const std::vector<CTestEntry> entries{
      ours("A.One"), ours("A.Two"), ours("B.One"), report(),
      theirs("clean-up", {{"DEPENDS", {"entry A.One", "entry A.Two", "entry B.One"}}})};
  const EntryBook book(entries, true);
  EXPECT_FALSE(book.is_awaited(key("A.One"), {key("A.One")}));
  EXPECT_TRUE(book.is_awaited(key("A.Two"), {key("A.One"), key("A.Two")}));
  EXPECT_TRUE(book.is_awaited(key("B.One"), {key("B.One")}));
  // Who knows whether A.Two comes at all.
  EXPECT_TRUE(EntryBook(entries, false).is_awaited(key("A.One"), {key("A.One")}));
}

TEST(EntryBook, DoesNotWaitForWhatMayNeverBegin) {
  const EntryBook book(
      {ours("A.One"), ours("A.Off", {{"DISABLED", {"true"}}}),
       ours("A.Needy", {{"REQUIRED_FILES", {"/x"}}}),
       theirs("x", {{"DEPENDS", {"entry A.One", "entry A.Off", "entry A.Needy"}}})},
      true);
  EXPECT_TRUE(book.is_awaited(key("A.One"), {key("A.One")}));
  EXPECT_TRUE(book.is_awaited(key("A.Needy"), {key("A.One"), key("A.Needy")}));
}

TEST(EntryBook, TakesTheClassItselfAndTheReportForNobody) {
  CTestEntry last = report();
  last.properties = {{"DEPENDS", {"entry A.One"}}};
  const EntryBook book(
      {ours("A.One"), ours("A.Two", {{"DEPENDS", {"entry A.One"}}}), std::move(last)}, false);
  EXPECT_FALSE(book.is_awaited(key("A.One"), {key("A.One")}));
  // A class of the same name of another target is another.
  const EntryBook other({ours("A.One"), ours("A.Two", {{"DEPENDS", {"entry A.One"}}}, "/n.json")},
                        true);
  EXPECT_TRUE(other.is_awaited(key("A.One"), {key("A.One")}));
}

// ctest -FA '.*' leaves it out: nothing comes behind a class that could tell how its worker ended.
TEST(EntryBook, AwaitsTheLastOfEachClassWhereNoReportClosesTheCtest) {
  const EntryBook book(
      {ours("A.One"), ours("A.Two"), ours("A.Off", {{"DISABLED", {"true"}}}), ours("B.One")}, true);
  EXPECT_FALSE(book.has_report());
  EXPECT_FALSE(book.is_awaited(key("A.One"), {key("A.One"), key("B.One")}));
  EXPECT_TRUE(book.is_awaited(key("A.One"), {key("A.One"), key("A.Two")}));
  EXPECT_TRUE(book.is_awaited(key("B.One"), {key("B.One")}));
}

TEST(EntryBook, TakesTheReportOfAnUnknownSelectionForSureWhereNoOptionLeavesItOut) {
  const std::vector<CTestEntry> entries{ours("A.One"), ours("A.Two"), report()};
  EXPECT_TRUE(EntryBook(entries, false).has_report());
  EXPECT_FALSE(EntryBook(entries, false).is_awaited(key("A.One"), {key("A.One")}));
  EXPECT_FALSE(EntryBook(entries, false, false).has_report());
  EXPECT_TRUE(EntryBook(entries, false, false).is_awaited(key("A.One"), {key("A.One")}));
  EXPECT_TRUE(EntryBook(entries, true, false).has_report());
}

}  // namespace
}  // namespace carpool
