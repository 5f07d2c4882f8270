#include <gtest/gtest.h>

#include <string>

#include "journal/record_decoding.h"
#include "journal/record_encoding.h"
#include "support/sample_records.h"

namespace carpool {
namespace {

std::string line_of(const Record& record, std::int64_t t_ns = 5) {
  std::string line;
  append_record_line(line, record, t_ns);
  return line;
}

JournalEntry decoded(std::string line) {
  line.pop_back();
  auto entry = decode_record_line(line);
  EXPECT_TRUE(entry) << line << entry.error().message;
  return entry ? std::move(*entry) : JournalEntry{};
}

TEST(Record, GoesThroughItsLineUnchanged) {
  for (const Record& record : testing::full_records()) {
    const std::string line = line_of(record, 42);
    const JournalEntry entry = decoded(line);
    EXPECT_EQ(entry.t_ns, 42);
    EXPECT_EQ(entry.record.index(), record.index());
    EXPECT_EQ(line_of(entry.record, 42), line);
  }
}

TEST(Record, SpellsItsKeysAsThePublishedSchemaDoes) {
  EXPECT_EQ(
      line_of(testing::full_records()[5]),
      R"({"event":"method_finished","t_ns":5,"target":"core","class":"C","method":"a","attempt":2,)"
      R"("worker":1,"position":3,"status":"crashed","final_status":"flaky","duration_ns":4000,)"
      R"("failures":[{"file":"a b.cpp","line":7,"message":"1 != 2\n"},{"message":"unknown place"}],)"
      R"("failures_left_out":5,"reason":"why","output":{"text":"out\n","total_bytes":70000,)"
      R"("truncated":true},"signal":11,"exit_code":3,"stacks":"#0 main","leaks":["environment"],)"
      R"("ranks":[{"rank":0,"worker":1,"status":"crashed","duration_ns":4000,)"
      R"("failures":[{"file":"a b.cpp","line":7,"message":"1 != 2\n"},{"message":"unknown place"}],)"
      R"("failures_left_out":5,"reason":"why","output":{"text":"out\n","total_bytes":70000,)"
      R"("truncated":true},"signal":11,"exit_code":3,"stacks":"#0 main","leaks":["environment"]},)"
      R"({"rank":1,"worker":2,"status":"aborted","duration_ns":0}]})"
      "\n");
  EXPECT_EQ(line_of(testing::full_records()[2]),
            R"({"event":"worker_started","t_ns":5,"target":"core","class":"C","worker":1,)"
            R"("rank":0,"process_id":4712,"reason":"first"})"
            "\n");
}

TEST(Record, KnowsEachStatusOfARank) {
  using Status = RankStatus;
  for (const Status status : {Status::kPassed, Status::kFailed, Status::kSkipped, Status::kCrashed,
                              Status::kExited, Status::kTimedOut, Status::kProtocolError,
                              Status::kInterrupted, Status::kAborted, Status::kNotRun}) {
    MethodFinished record{.target = "t", .class_name = "C", .method = "m"};
    record.ranks = {{.rank = 0, .worker = 1, .status = status}};
    const auto read = std::get<MethodFinished>(decoded(line_of(record)).record);
    ASSERT_EQ(read.ranks.size(), 1u);
    EXPECT_EQ(read.ranks[0].status, status) << to_word(status);
  }
}

TEST(Record, LeavesOutWhatIsAbsent) {
  EXPECT_EQ(
      line_of(MethodFinished{
          .target = "t", .class_name = "C", .method = "m", .status = MethodStatus::kPassed}),
      R"({"event":"method_finished","t_ns":5,"target":"t","class":"C","method":"m","attempt":1,)"
      R"("worker":0,"position":0,"status":"passed","duration_ns":0})"
      "\n");
}

TEST(Record, KeepsHostileBytesOnOneValidLine) {
  MethodFinished record{.target = "t", .class_name = "C", .method = "m\n\"]==]\\"};
  record.output.text = std::string("\x00\xff\x1b[31m\n}{", 10);
  record.output.total_bytes = 10;
  const std::string line = line_of(record);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const auto read = std::get<MethodFinished>(decoded(line).record);
  EXPECT_EQ(read.method, record.method);
  EXPECT_EQ(read.output.text, std::string("\x00\uFFFD\x1b[31m\n}{", 12));
}

TEST(Record, RefusesLinesThatAreNoRecords) {
  const auto message = [](std::string_view line) {
    const auto entry = decode_record_line(line);
    return entry ? std::string("accepted") : entry.error().message;
  };
  EXPECT_NE(message("{\"event\":\"method_fin"), "accepted");
  EXPECT_NE(message("[]"), "accepted");
  EXPECT_NE(message("{}"), "accepted");
  EXPECT_EQ(message(R"({"event":"tea","t_ns":1})"), "the event \"tea\" is unknown");
  EXPECT_NE(message(R"({"event":"worker_ready","t_ns":1,"worker":"x","spawn_ns":1,"init_ns":1})"),
            "accepted");
  EXPECT_EQ(
      message(R"({"event":"class_finished","t_ns":1,"target":"t","class":"C","status":"fine",)"
              R"("wall_ns":1})"),
      "\"fine\" is no status of a class");
  EXPECT_EQ(message(R"({"event":"method_finished","t_ns":1,"target":"t","class":"C","method":"m",)"
                    R"("attempt":1,"worker":1,"position":0,"status":"passed","duration_ns":1,)"
                    R"("ranks":[{"rank":0,"worker":1,"status":"flaky","duration_ns":1}]})"),
            "\"flaky\" is no status of a rank");
  EXPECT_NE(message(R"({"event":"run_started","t_ns":0,"schema":"carpool/journal/v2"})")
                .find("this is a journal of version \"carpool/journal/v2\""),
            std::string::npos);
}

}  // namespace
}  // namespace carpool
