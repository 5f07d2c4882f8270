// Failures that are heard, and what their methods come to. The plugin's own class, called by
// itself: GoogleTest looks at its results without a lock, so that in a worker the test could break
// it.
#include "../../plugin/googletest/method_reports.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <sstream>
#include <string>
#include <thread>

namespace carpool {
namespace {

constexpr std::int64_t kMethods = 2000;

std::string read_to_end(int descriptor) {
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(descriptor, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  close(descriptor);
  return text;
}

testing::TestPartResult failure() {
  return testing::TestPartResult(testing::TestPartResult::kNonFatalFailure, "a.cpp", 1, "stray");
}

// What the runner gets to read while a thread fails all the time.
std::string lines_beside_a_failing_thread() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return "";
  const int end_of_worker = dup(ends[1]);  // the channel takes the other and never closes it
  std::string text;
  std::thread runner([&] { text = read_to_end(ends[0]); });
  Channel channel;
  EXPECT_TRUE(channel.open("fd:" + std::to_string(ends[1])));
  OutputMarks marks;
  ProcessState state;
  state.snapshot();
  MethodReports reports(channel, marks, state);

  std::atomic<bool> fails{true};
  std::thread stray([&] {
    const testing::TestPartResult part = failure();
    while (fails) reports.part_result(part);
  });
  for (std::int64_t id = 1; id <= kMethods; ++id) {
    reports.begin(id, 1);
    reports.body_starts();
    reports.body_ends();
    reports.end();
  }
  fails = false;
  stray.join();
  reports.flush();
  shutdown(end_of_worker, SHUT_WR);
  close(end_of_worker);
  runner.join();
  return text;
}

TEST(MethodReports, NoFailureComesBeforeItsMethodOrBehindIt) {
  std::istringstream lines(lines_beside_a_failing_thread());
  std::string running = "-";
  bool failed = false;
  std::int64_t finished = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string word, id, third;
    fields >> word >> id >> third;
    if (word == "started") {
      running = id;
      failed = false;
    } else if (word == "failure") {
      ASSERT_TRUE(id == "-" || id == running) << line << " while " << running << " runs";
      failed = failed || id != "-";
    } else if (word == "finished") {
      ASSERT_EQ(id, running);
      ASSERT_EQ(third, failed ? "failed" : "passed");
      running = "-";
      ++finished;
    }
  }
  EXPECT_EQ(finished, kMethods);
}

using AddPart = void (testing::TestResult::*)(const testing::TestPartResult&);
template <AddPart add>
struct AddsPart {
  friend void add_part(testing::TestResult& result, const testing::TestPartResult& part) {
    (result.*add)(part);
  }
};
void add_part(testing::TestResult& result, const testing::TestPartResult& part);
template struct AddsPart<&testing::TestResult::AddTestPartResult>;

// What one method is said to come to of which a failure has been heard, by the word in `finished`.
std::string verdict_after_a_failure(const testing::TestResult& result,
                                    const testing::TestResult& outside) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return "";
  const int end_of_worker = dup(ends[1]);
  Channel channel;
  EXPECT_TRUE(channel.open("fd:" + std::to_string(ends[1])));
  OutputMarks marks;
  ProcessState state;
  state.snapshot();
  MethodReports reports(channel, marks, state);
  reports.begin(1, 1);
  reports.part_result(failure());
  reports.count(result, outside);
  reports.end();
  reports.flush();
  shutdown(end_of_worker, SHUT_WR);
  close(end_of_worker);
  const std::string text = read_to_end(ends[0]);
  std::istringstream finished(text.substr(text.find("finished")));
  std::string word, id, verdict;
  finished >> word >> id >> verdict;
  return verdict;
}

TEST(MethodReports, TheFrameworksResultDecides) {
  testing::TestResult failed;
  add_part(failed, failure());
  EXPECT_EQ(verdict_after_a_failure(failed, testing::TestResult()), "failed");
  EXPECT_EQ(verdict_after_a_failure(testing::TestResult(), testing::TestResult()), "passed");
}

TEST(MethodReports, AThreadsFailureThatTheFrameworkGivesToTheClassCounts) {
  testing::TestResult of_the_class;
  add_part(of_the_class, failure());
  EXPECT_EQ(verdict_after_a_failure(testing::TestResult(), of_the_class), "failed");
}

}  // namespace
}  // namespace carpool
