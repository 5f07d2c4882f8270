#include "session/output_collector.h"

#include <gtest/gtest.h>

#include "protocol/message.h"

namespace carpool {
namespace {

const std::string kSecret(32, 'a');

std::string mark(std::uint64_t number) { return protocol::output_mark(kSecret, number); }

TEST(OutputCollector, GivesEachMethodWhatStandsBetweenItsMarks) {
  OutputCollector collector(kSecret, {});
  collector.feed("banner\n" + mark(1) + "one" + mark(2) + "[ OK ]\n" + mark(3) + mark(4) + mark(5) +
                 "three");

  EXPECT_EQ(collector.take_before(2).text, "one");
  EXPECT_EQ(collector.take_before(4).text, "");
  EXPECT_EQ(collector.take_since_last_mark().text, "three");
  EXPECT_EQ(collector.take_outside().text, "banner\n[ OK ]\n");
}

TEST(OutputCollector, FindsMarksHoweverTheStreamIsCut) {
  const std::string stream = "a\0b" + mark(1) + std::string("x\0y", 3) + mark(2) + "z";
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    OutputCollector collector(kSecret, {});
    collector.feed(stream.substr(0, cut));
    collector.feed(stream.substr(cut));
    EXPECT_EQ(collector.take_before(2).text, std::string("x\0y", 3)) << cut;
    EXPECT_EQ(collector.last_mark(), 2u);
  }
}

TEST(OutputCollector, KeepsTheOutputOfAMethodWhoseEndNobodyReported) {
  OutputCollector collector(kSecret, {});
  collector.feed(mark(1) + "one" + mark(2) + mark(3) + "closed" + mark(4));

  EXPECT_EQ(collector.take_before(2).text, "one");
  EXPECT_EQ(collector.take_since_last_mark().text, "closed");
  EXPECT_EQ(collector.take_since_last_mark().text, "");
}

TEST(OutputCollector, TakesAForgedMarkForText) {
  OutputCollector collector(kSecret, {});
  const std::string forged = protocol::output_mark(std::string(32, 'b'), 2) + mark(7) + mark(1);
  collector.feed(mark(1) + forged + mark(2));

  EXPECT_EQ(collector.take_before(2).text, forged);
}

TEST(OutputCollector, ShowsLiveOnlyWhatIsPrintedInsideMethods) {
  std::string live;
  OutputCollector collector(kSecret, [&](std::string_view bytes) { live += bytes; });
  collector.feed("out" + mark(1) + "in");
  collector.show_live();
  EXPECT_EQ(live, "in");
  collector.feed("side" + mark(2) + "out");
  collector.show_live();
  EXPECT_EQ(live, "inside");
}

TEST(OutputCollector, ShowsAMethodsOutputAtTheLatestWhereItIsTaken) {
  std::string live;
  OutputCollector collector(kSecret, [&](std::string_view bytes) { live += bytes; });
  collector.feed(mark(1) + "one" + mark(2) + mark(3) + "two" + mark(4) + mark(5) + "three");
  EXPECT_EQ(live, "");
  collector.take_before(2);
  EXPECT_EQ(live, "one");
  collector.take_before(4);
  EXPECT_EQ(live, "onetwo");
  collector.take_since_last_mark();
  EXPECT_EQ(live, "onetwothree");
}

TEST(OutputCollector, KeepsHeadAndTailOfEndlessOutputAndSaysHowMuchIsMissing) {
  OutputCollector collector(kSecret, {});
  collector.feed(mark(1) + "first ");
  for (int i = 0; i < 1000; ++i) collector.feed(std::string(10'000, 'x'));
  collector.feed(" last" + mark(2));

  const CapturedOutput output = collector.take_before(2);
  EXPECT_EQ(output.total_bytes, 10'000'011u);
  EXPECT_TRUE(output.truncated);
  EXPECT_LT(output.text.size(), 66'000u);
  EXPECT_TRUE(output.text.starts_with("first xxx"));
  EXPECT_TRUE(output.text.ends_with("xxx last"));
  EXPECT_NE(output.text.find("[carpool: 9934475 bytes left out]"), std::string::npos);
}

TEST(OutputCollector, LeavesOutNothingUpToTheLimit) {
  OutputCollector collector(kSecret, {});
  const std::string text(BoundedText::kHead + BoundedText::kTail, 'y');
  collector.feed(mark(1) + text + mark(2));

  const CapturedOutput output = collector.take_before(2);
  EXPECT_FALSE(output.truncated);
  EXPECT_EQ(output.text, text);
}

}  // namespace
}  // namespace carpool
