#include "plain/stream_event.h"

#include <gtest/gtest.h>

#include <vector>

namespace carpool {
namespace {

using Kind = StreamEvent::Kind;

std::vector<StreamEvent> events(std::vector<std::string> pieces) {
  StreamEventReader reader;
  std::vector<StreamEvent> all;
  for (const std::string& piece : pieces) {
    reader.feed(piece);
    while (auto event = reader.next()) all.push_back(std::move(*event));
  }
  return all;
}

TEST(StreamEvent, ReadsWhatGoogleTestSends) {
  const auto all =
      events({"gtest_streaming_protocol_version=1.0\n"
              "event=TestProgramStart\nevent=TestIterationStart&iteration=0\n"
              "event=TestCaseStart&name=I/P\nevent=TestStart&name=Is/0\n"
              "event=TestPartResult&file=a%25b.cpp&line=2&message=x%3Dy%0Az%26\n"
              "event=TestEnd&passed=0&elapsed_time=17ms\n"
              "event=TestCaseEnd&passed=0&elapsed_time=17ms\n"
              "event=TestProgramEnd&passed=0\n"});
  ASSERT_EQ(all.size(), 8u);
  EXPECT_EQ(all[0].kind, Kind::kProgramStart);
  EXPECT_EQ(all[1].kind, Kind::kOther);
  EXPECT_EQ(all[2].kind, Kind::kSuiteStart);
  EXPECT_EQ(all[2].name, "I/P");
  EXPECT_EQ(all[3].kind, Kind::kTestStart);
  EXPECT_EQ(all[3].name, "Is/0");
  EXPECT_EQ(all[4].kind, Kind::kPart);
  EXPECT_EQ(all[4].file, "a%b.cpp");
  EXPECT_EQ(all[4].line, 2);
  EXPECT_EQ(all[4].message, "x=y\nz&");
  EXPECT_EQ(all[5].kind, Kind::kTestEnd);
  EXPECT_FALSE(all[5].passed);
  EXPECT_EQ(all[6].kind, Kind::kSuiteEnd);
  EXPECT_EQ(all[7].kind, Kind::kProgramEnd);
}

TEST(StreamEvent, ReadsEventsThatComeInPieces) {
  const auto all = events({"event=Te", "stStart&name=A", "b\nevent=TestEnd&pas", "sed=1\n"});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "Ab");
  EXPECT_TRUE(all[1].passed);
}

TEST(StreamEvent, TakesNamesAsTheyAre) {
  const auto all = events({"event=TestStart&name=a&passed=1=%41\n"});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].name, "a&passed=1=%41");
  EXPECT_FALSE(all[0].passed);
}

TEST(StreamEvent, KnowsALineThatIsNone) {
  const auto all = events({"\nhello\n&event=TestEnd&passed=1\nevents=TestEnd\n"});
  ASSERT_EQ(all.size(), 4u);
  for (const StreamEvent& event : all) EXPECT_EQ(event.kind, Kind::kForeign);
}

TEST(StreamEvent, TellsWhetherSuiteAndProgramPassed) {
  const auto all =
      events({"event=TestCaseEnd&passed=0&elapsed_time=1ms\n"
              "event=TestCaseEnd&passed=1&elapsed_time=1ms\n"
              "event=TestProgramEnd&passed=0\nevent=TestProgramEnd&passed=1\n"});
  ASSERT_EQ(all.size(), 4u);
  EXPECT_FALSE(all[0].passed);
  EXPECT_TRUE(all[1].passed);
  EXPECT_FALSE(all[2].passed);
  EXPECT_TRUE(all[3].passed);
}

TEST(StreamEvent, HoldsALongMessageInBoundedMemory) {
  StreamEventReader reader;
  reader.feed("event=TestPartResult&file=a&line=1&message=");
  for (int i = 0; i < 50; ++i) reader.feed(std::string(100'000, 'x'));
  reader.feed("\nevent=TestEnd&passed=0\n");
  const auto part = reader.next();
  ASSERT_TRUE(part);
  EXPECT_EQ(part->kind, Kind::kPart);
  EXPECT_LE(part->message.size(), 1u << 20);
  const auto end = reader.next();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->kind, Kind::kTestEnd);
}

}  // namespace
}  // namespace carpool
