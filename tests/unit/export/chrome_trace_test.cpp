#include "export/chrome_trace.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace carpool::testing {
namespace {

using Json = nlohmann::json;

Timeline two_lanes() {
  const TimelineSpan spawn{.kind = SpanKind::kSpawn, .begin_ns = 0, .end_ns = 1'234'567};
  const TimelineSpan method{.kind = SpanKind::kMethod,
                            .begin_ns = 1'234'567,
                            .end_ns = 1'234'568,
                            .class_index = 0,
                            .method = "adds",
                            .attempt = 1,
                            .status = "passed"};
  return {.run_id = "20261202T004512Z-4711",
          .started_at = "2026-12-02T00:45:12Z",
          .version = "0.1.0",
          .classes = {"Numbers"},
          .lanes = {{.worker = 1, .target = "core", .spans = {spawn, method}},
                    {.worker = 2, .rank = 1, .target = "core", .spans = {spawn}},
                    {.worker = 3, .target = "other", .spans = {}}},
          .problems = {}};
}

std::string text_of(const Timeline& timeline) {
  std::string text;
  export_chrome_trace(timeline, [&](std::string_view piece) { text += piece; });
  return text;
}

Json events_named(const Json& trace, const std::string& name) {
  Json found = Json::array();
  for (const Json& event : trace["traceEvents"]) {
    if (event["name"] == name) found.push_back(event);
  }
  return found;
}

TEST(ChromeTrace, IsAJsonObjectThatPerfettoOpens) {
  const Json trace = Json::parse(text_of(two_lanes()));
  EXPECT_EQ(trace["displayTimeUnit"], "ms");
  EXPECT_EQ(trace["otherData"]["run"], "20261202T004512Z-4711");
  ASSERT_TRUE(trace["traceEvents"].is_array());
}

TEST(ChromeTrace, NamesAProcessForEachTargetAndAThreadForEachWorkerOrRank) {
  const Json trace = Json::parse(text_of(two_lanes()));
  const Json processes = events_named(trace, "process_name");
  ASSERT_EQ(processes.size(), 2u);
  EXPECT_EQ(processes[0]["args"]["name"], "core");
  EXPECT_EQ(processes[1]["args"]["name"], "other");
  const Json threads = events_named(trace, "thread_name");
  ASSERT_EQ(threads.size(), 3u);
  EXPECT_EQ(threads[0]["args"]["name"], "worker 1");
  EXPECT_EQ(threads[1]["args"]["name"], "worker 2, rank 1");
  EXPECT_EQ(threads[1]["pid"], threads[0]["pid"]);
  EXPECT_NE(threads[2]["pid"], threads[0]["pid"]);
}

TEST(ChromeTrace, GivesTimesInMicrosecondsDownToTheNanosecond) {
  const Json event = events_named(Json::parse(text_of(two_lanes())), "Numbers.adds").at(0);
  EXPECT_EQ(event["ph"], "X");
  EXPECT_EQ(event["cat"], "method");
  EXPECT_DOUBLE_EQ(event["ts"].get<double>(), 1234.567);
  EXPECT_DOUBLE_EQ(event["dur"].get<double>(), 0.001);
  EXPECT_EQ(event["args"]["status"], "passed");
  EXPECT_EQ(event["args"]["attempt"], 1);
  EXPECT_EQ(event["args"]["class"], "Numbers");
}

TEST(ChromeTrace, TakesNamesOfAnyBytes) {
  const std::string hostile("\"<script>\n;]]>\0\xff\xc3", 17);
  Timeline timeline = two_lanes();
  timeline.classes = {hostile + std::string(5000, 'x')};
  timeline.lanes[0].target = hostile;
  timeline.lanes[0].spans[1].method = hostile;
  timeline.problems = {hostile};
  const Json trace = Json::parse(text_of(timeline));
  EXPECT_EQ(events_named(trace, "process_name")[0]["args"]["name"],
            std::string("\"<script>\n;]]>\0\xEF\xBF\xBD\xEF\xBF\xBD", 21));
}

TEST(ChromeTrace, OfNothingIsStillATrace) {
  const Json trace = Json::parse(text_of({}));
  EXPECT_EQ(trace["traceEvents"].size(), 0u);
}

TEST(ChromeTrace, OfManyMethodsIsHandedOverInPieces) {
  Timeline timeline = two_lanes();
  timeline.lanes[0].spans.assign(20'000, timeline.lanes[0].spans[1]);
  std::size_t largest = 0;
  std::string text;
  export_chrome_trace(timeline, [&](std::string_view piece) {
    largest = std::max(largest, piece.size());
    text += piece;
  });
  EXPECT_LT(largest, text.size() / 4);
  EXPECT_EQ(events_named(Json::parse(text), "Numbers.adds").size(), 20'000u);
}

}  // namespace
}  // namespace carpool::testing
