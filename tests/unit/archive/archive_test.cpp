#include "archive/archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "archive/run_gathering.h"
#include "support/documents.h"
#include "support/sample_report.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::SampleReport;
using testing::TemporaryDirectory;
using Paths = std::vector<std::filesystem::path>;

class Archive : public ::testing::Test {
 protected:
  std::filesystem::path at(const std::string& name) const { return directory_.path() / name; }

  static GatheredRuns gathered(const Paths& given) {
    auto runs = gather_runs(given, {});
    EXPECT_TRUE(runs) << runs.error().message;
    return runs ? std::move(*runs) : GatheredRuns();
  }

  std::string merged(const Paths& given, const std::string& name = "merged.ndjson",
                     const ArchiveLimits& limits = {}, std::int64_t now_ns = 0) const {
    const GatheredRuns runs = gathered(given);
    const auto kept = runs_within(runs.catalogue, limits, now_ns);
    const auto written = write_archive(runs.catalogue, kept.indices, at(name));
    EXPECT_TRUE(written) << written.error().message;
    testing::keep_document(at(name));
    const auto text = read_whole_file(at(name));
    EXPECT_TRUE(text);
    return text ? *text : "";
  }

  TemporaryDirectory directory_;
};

TEST_F(Archive, HoldsTheRunsOfManyFoldersByTime) {
  SampleReport(2).method("a").in(at("one"));
  SampleReport(1, "other").method("a").in(at("two"));
  SampleReport(3).method("a").in(at("two"));
  const std::string text = merged({at("one"), at("two")});
  EXPECT_EQ(text.substr(0, text.find('\n')), R"({"schema":"carpool/archive/v1","runs":3})");
  EXPECT_LT(text.find(SampleReport(1).id()), text.find(SampleReport(2).id()));
  EXPECT_LT(text.find(SampleReport(2).id()), text.find(SampleReport(3).id()));
}

TEST_F(Archive, DoesNotDependOnTheOrderAndHoldsNoRunTwice) {
  for (int run = 0; run < 3; ++run) SampleReport(run).method("a").in(at("one"));
  for (int run = 1; run < 5; ++run) SampleReport(run).method("a").in(at("two"));
  const std::string forwards = merged({at("one"), at("two")}, "forwards.ndjson");
  EXPECT_EQ(merged({at("two"), at("one"), at("two")}), forwards);
  EXPECT_NE(forwards.find("\"runs\":5"), std::string::npos);
  const std::string again = merged({at("forwards.ndjson"), at("one")}, "forwards.ndjson");
  EXPECT_EQ(again, forwards) << "written over what it was read from";
  EXPECT_EQ(merged({at("forwards.ndjson")}), forwards);
}

TEST_F(Archive, TellsTheSameIdOnTwoHostsApart) {
  SampleReport(1, "north").method("a").in(at("one"));
  SampleReport(1, "south").method("b").in(at("two"));
  EXPECT_NE(merged({at("one"), at("two")}).find("\"runs\":2"), std::string::npos);
}

TEST_F(Archive, RefusesTwoDifferentReportsOfOneRun) {
  SampleReport(1).method("a").in(at("one"));
  SampleReport(1).method("b").in(at("two"));
  const auto runs = gather_runs({at("one"), at("two")}, {});
  ASSERT_FALSE(runs);
  const std::string& message = runs.error().message;
  EXPECT_NE(message.find("two different reports claim to be of run " + SampleReport(1).id()),
            std::string::npos)
      << message;
  EXPECT_NE(message.find(at("one").string()), std::string::npos);
  EXPECT_NE(message.find(at("two").string()), std::string::npos);
}

TEST_F(Archive, TakesTheFinishedReportForTheOneOfARunUnderWay) {
  SampleReport(1).method("a").interrupted(2'000).in(at("early"));
  SampleReport(1).method("a").method("b").interrupted(9'000'000).in(at("later"));
  SampleReport(1).method("a").method("b").method("c").in(at("whole"));
  const std::string whole = merged({at("whole")});
  EXPECT_EQ(merged({at("early"), at("whole"), at("later")}), whole);
  EXPECT_EQ(merged({at("whole"), at("later"), at("early")}), whole);
  EXPECT_EQ(merged({at("early"), at("later")}), merged({at("later")}));
}

// Whatever order they are named in: what is merged, or why not.
TEST_F(Archive, DoesNotDependOnTheOrderWhereSomeContradict) {
  SampleReport(1).method("a").interrupted(2'000).in(at("early"));
  SampleReport(1).method("b").interrupted(2'000).in(at("other early"));
  SampleReport(1).method("c").in(at("whole"));
  SampleReport(1).method("d").in(at("other whole"));
  const auto outcomes = [](Paths given) {
    std::set<std::string> all;
    std::ranges::sort(given);
    do {
      const auto runs = gather_runs(given, {});
      all.insert(runs ? runs->catalogue.runs().at(0).place.in_words() : runs.error().message);
    } while (std::ranges::next_permutation(given).found);
    return all;
  };
  const auto whole = outcomes({at("early"), at("other early"), at("whole")});
  const std::string folder = "/runs/" + SampleReport(1).id();
  EXPECT_EQ(whole, std::set<std::string>{at("whole").string() + folder});
  const auto early = outcomes({at("early"), at("other early")});
  ASSERT_EQ(early.size(), 1u);
  EXPECT_NE(early.begin()->find(at("early").string() + folder + " and " +
                                at("other early").string() + folder),
            std::string::npos)
      << *early.begin();
  const auto none = outcomes({at("early"), at("whole"), at("other whole"), at("other early")});
  ASSERT_EQ(none.size(), 1u);
  EXPECT_NE(none.begin()->find(at("other whole").string() + folder + " and " +
                               at("whole").string() + folder),
            std::string::npos)
      << *none.begin();
}

TEST_F(Archive, LetsTheArchivedReportStandWhereAnotherSaysTheSame) {
  SampleReport(1).method("a").computed_otherwise().in(at("one"));
  const std::string archived = merged({at("one")}, "archived.ndjson");
  SampleReport(1).method("a").in(at("one"));
  SampleReport(1).method("a").in(at("two"));
  EXPECT_EQ(merged({at("archived.ndjson"), at("one"), at("two")}), archived);
  EXPECT_EQ(merged({at("two"), at("one"), at("archived.ndjson")}), archived);
  SampleReport(1).method("a", MethodStatus::kPassed, 7).in(at("two"));
  EXPECT_FALSE(gather_runs({at("one"), at("two")}, {})) << "another duration is another run";
  SampleReport(1).method("a", MethodStatus::kSkipped).in(at("two"));
  EXPECT_FALSE(gather_runs({at("one"), at("two")}, {})) << "another verdict is another run";
}

TEST_F(Archive, NamesARunThatCannotBeReadAndKeepsTheOthers) {
  SampleReport(1).method("a").in(at("one"));
  SampleReport(2).method("a").in(at("one"));
  ASSERT_TRUE(write_whole_file(at("one") / "runs" / SampleReport(2).id() / "report.json", "{"));
  const GatheredRuns runs = gathered({at("one")});
  EXPECT_EQ(runs.catalogue.runs().size(), 1u);
  ASSERT_EQ(runs.unread.size(), 1u);
  EXPECT_NE(runs.unread[0].why.find(SampleReport(2).id()), std::string::npos) << runs.unread[0].why;
}

TEST_F(Archive, RefusesABrokenReportThatWasNamedItself) {
  ASSERT_TRUE(write_whole_file(at("report.json"), "{"));
  const auto runs = gather_runs({at("report.json")}, {});
  ASSERT_FALSE(runs);
  EXPECT_NE(runs.error().message.find("report.json"), std::string::npos);
}

TEST_F(Archive, NamesTheFolderWithoutRuns) {
  std::filesystem::create_directories(at("empty"));
  EXPECT_EQ(gathered({at("empty")}).empty, Paths{at("empty")});
}

TEST_F(Archive, KeepsAsManyRunsAsAskedTheOldestGo) {
  for (int run = 0; run < 5; ++run) SampleReport(run).method("a").in(at("one"));
  const GatheredRuns runs = gathered({at("one")});
  const auto kept = runs_within(runs.catalogue, {.runs = 2}, 0);
  ASSERT_EQ(kept.indices.size(), 2u);
  EXPECT_EQ(runs.catalogue.runs()[kept.indices[0]].run.id, SampleReport(3).id());
  EXPECT_EQ(runs.catalogue.runs()[kept.indices[1]].run.id, SampleReport(4).id());
  EXPECT_EQ(kept.left_out.size(), 3u);
}

TEST_F(Archive, KeepsWhatIsYoungEnoughAndTheLastRunAlways) {
  for (const int hour : {0, 30, 50}) SampleReport(hour).method("a").in(at("one"));
  const GatheredRuns runs = gathered({at("one")});
  const auto kept_at = [&](std::int64_t hour, std::int64_t days) {
    const std::int64_t now_ns = SampleReport::kFirst_ns + hour * SampleReport::kHour_ns;
    return runs_within(runs.catalogue, {.days = days}, now_ns).indices.size();
  };
  EXPECT_EQ(kept_at(51, 3), 3u);
  EXPECT_EQ(kept_at(51, 1), 2u);
  EXPECT_EQ(kept_at(10'000, 1), 1u);
  EXPECT_EQ(kept_at(51, INT64_MAX), 3u);
}

TEST_F(Archive, KeepsWhatFitsAndTheLastRunAlways) {
  for (int run = 0; run < 3; ++run) SampleReport(run).method("a").in(at("one"));
  const GatheredRuns runs = gathered({at("one")});
  const auto line = static_cast<std::int64_t>(runs.catalogue.runs()[0].bytes) + 1;
  const auto kept_in = [&](std::int64_t bytes) {
    return runs_within(runs.catalogue, {.bytes = bytes}, 0).indices.size();
  };
  EXPECT_EQ(kept_in(3 * line), 3u);
  EXPECT_EQ(kept_in(3 * line - 1), 2u);
  EXPECT_EQ(kept_in(1), 1u);
}

TEST_F(Archive, RefusesAReportThatHasChangedMeanwhile) {
  SampleReport(1).method("a").in(at("one"));
  const GatheredRuns runs = gathered({at("one")});
  SampleReport(1).method("b").in(at("one"));
  const auto written = write_archive(runs.catalogue, {0}, at("merged.ndjson"));
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("has changed"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(at("merged.ndjson")));
}

}  // namespace
}  // namespace carpool
