#include "service.h"

#include <chrono>
#include <cstdlib>
#include <string>

#include "../worker/forked_child_posix.h"
#include "part_message.h"

namespace carpool {
namespace {

using Clock = std::chrono::steady_clock;

std::int64_t nanoseconds_since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

// How a result that belongs to no method came out so far.
const char* outcome(const testing::TestResult& result) {
  if (result.Failed()) return "failed";
  return result.Skipped() ? "skipped" : "ok";
}

int count_failures(const testing::TestResult& result) {
  int count = 0;
  for (int i = 0; i < result.total_part_count(); ++i) {
    if (result.GetTestPartResult(i).failed()) ++count;
  }
  return count;
}

}  // namespace

Service::Service(Channel& channel, MethodReports& reports, ProcessState& state)
    : channel_(channel), reports_(reports), state_(state) {}

void Service::take_repetitions() {
  // Without an end means once here: a method that never finishes tells nobody anything. In the
  // environment the switch is meant for whole runs.
  const int repeat = CARPOOL_GOOGLETEST_GET_FLAG(repeat);
  if (repeat > 1 && std::getenv("GTEST_REPEAT") == nullptr) repetitions_ = repeat;
  // The framework reads the flag after this, and would set up and tear down all environments as
  // often.
  CARPOOL_GOOGLETEST_SET_FLAG(repeat, 1);
}

void Service::take_over(const testing::UnitTest& unit_test) {
  if (in_forked_child()) return;
  if (index_) {  // a main() that runs all tests once more: each has been asked for already
    deselect_everything(unit_test);
    return;
  }
#if CARPOOL_GOOGLETEST_HAS_BRIEF
  // The flag makes the framework pass over the rest of a batch, which a process each would not.
  CARPOOL_GOOGLETEST_SET_FLAG(fail_fast, false);
#endif
  index_.reset(new TestIndex(unit_test));
  deselect_everything(unit_test);
  first_state_.snapshot();
  if (say_ready(unit_test)) serve();
}

bool Service::say_ready(const testing::UnitTest& unit_test) {
  const testing::TestResult& result = unit_test.ad_hoc_test_result();
  const bool ok = !result.Failed() && !result.Skipped();
  channel_.send(Line("ready").text(outcome(result)).text(reason_of(result)));
  return ok;
}

bool Service::must_leave() const { return channel_.broken() || in_forked_child(); }

void Service::serve() {
  protocol::Message request;
  while (!must_leave() && channel_.receive(request)) {
    if (request.word == "retire") break;
    if (request.word == "run") run(request);
    if (request.word == "tear_down") tear_down();
  }
  if (!in_forked_child()) tear_down();
}

void Service::run(const protocol::Message& request) {
  std::int64_t id = 0;
  if (request.fields.size() < 2 || !protocol::parse_number(request.fields[1], id)) return;
  testing::TestSuite* const suite = index_->find_suite(request.fields[0]);
  std::vector<Wanted> wanted;
  bool any_known = false;
  for (std::size_t i = 2; i < request.fields.size(); ++i, ++id) {
    wanted.push_back(Wanted{id, {}});
    if (suite == nullptr) continue;
    wanted.back().positions = index_->find_methods(*suite, request.fields[i]);
    any_known = any_known || !wanted.back().positions.empty();
  }
  if (live_ && &live_->suite() != suite) tear_down();
  if (any_known && !change_class(*suite)) return;
  run_in_order(wanted);
}

// Makes `suite` the live class. False where its methods cannot run.
bool Service::change_class(testing::TestSuite& suite) {
  if (live_ && &live_->suite() == &suite) return !set_up_failed_;
  tear_down();
  live_.reset(new LiveSuite(suite));
  reports_.expect({});
  const Clock::time_point start = Clock::now();
  live_->set_up();
  const std::int64_t duration = nanoseconds_since(start);
  if (must_leave()) return false;
  const testing::TestResult& result = suite.ad_hoc_test_result();
  set_up_failed_ = result.Failed();
  reports_.set_reason_of_skips(result.Skipped() ? reason_of(result) : "");
  channel_.send(Line("suite_set_up").text(suite.name()).text(outcome(result)).number(duration));
  state_.snapshot();
  return !set_up_failed_;
}

void Service::tear_down() {
  if (!live_) return;
  const testing::TestSuite& suite = live_->suite();
  const int failures_before = count_failures(suite.ad_hoc_test_result());
  const Clock::time_point start = Clock::now();
  live_->tear_down();
  const std::int64_t duration = nanoseconds_since(start);
  if (in_forked_child()) return;
  const bool failed = count_failures(suite.ad_hoc_test_result()) > failures_before;
  channel_.send(
      Line("suite_torn_down").text(suite.name()).text(failed ? "failed" : "ok").number(duration));
  live_->clear_results();
  live_.reset();
  first_state_.restore();
}

void Service::run_in_order(const std::vector<Wanted>& methods) {
  std::size_t first = 0;
  while (first < methods.size() && !must_leave()) {
    if (methods[first].positions.empty()) {
      channel_.queue(Line("unknown").number(methods[first].id));
      ++first;
      continue;
    }
    std::size_t last = first + 1;
    while (last < methods.size() && follows(methods[last - 1], methods[last])) ++last;
    run_at_once(methods, first, last);
    first = last;
  }
  if (!in_forked_child()) reports_.flush();
}

// Whether the framework runs `next` right after `method` when it is told to run both.
bool Service::follows(const Wanted& method, const Wanted& next) const {
  return repetitions_ == 1 && method.positions.size() == 1 && next.positions.size() == 1 &&
         next.positions[0] > method.positions[0];
}

void Service::run_at_once(const std::vector<Wanted>& methods, std::size_t first, std::size_t last) {
  std::vector<Expected> expected;
  std::vector<int> positions;
  for (std::size_t i = first; i < last; ++i) {
    const std::vector<int>& own = methods[i].positions;
    expected.push_back(Expected{methods[i].id, static_cast<int>(own.size()) * repetitions_});
    positions.insert(positions.end(), own.begin(), own.end());
  }
  reports_.expect(expected);
  for (int i = 0; i < repetitions_ && !must_leave(); ++i) live_->run_methods(positions);
}

void Service::method_ended(const testing::TestInfo& method) {
  if (!must_leave() || !live_) return;
  live_->stop();
  if (in_forked_child()) forked_in_ = &method;
}

void Service::suites_ended() {
  if (forked_in_ != nullptr && live_) live_->count_in_verdict(*forked_in_);
}

}  // namespace carpool
