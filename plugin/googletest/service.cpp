#include "service.h"

#include <chrono>
#include <cstdlib>
#include <string>

#include "../worker/forked_child_posix.h"
#include "../worker/gang_posix.h"
#include "../worker/start_posix.h"
#include "part_message.h"

namespace carpool {
namespace {

std::int64_t nanoseconds_since(std::chrono::steady_clock::time_point start) {
  const auto duration = std::chrono::steady_clock::now() - start;
  return std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
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

void Service::program_starts() {
  if (serving_ && !in_forked_child()) {
    reports_.fail(
        "RUN_ALL_TESTS() was called inside a test: the tests that share this process cannot go on");
    refuse_to_work("RUN_ALL_TESTS() was called inside a test");
  }
  take_repetitions();
}

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
  if (!say_ready(unit_test)) return;
  serving_ = true;
  serve();
  begin_step_of_gang("end-", 0);
  serving_ = false;
}

bool Service::say_ready(const testing::UnitTest& unit_test) {
  const testing::TestResult& result = unit_test.ad_hoc_test_result();
  const bool ok = !result.Failed() && !result.Skipped();
  channel_.send(Line("ready").text(outcome(result)).text(reason_of(result)));
  return ok;
}

bool Service::must_leave() const { return channel_.broken() || in_forked_child(); }

void Service::serve() {
  Request request = next_request();
  while (request != Request::kRetire) {
    if (request == Request::kRun && batch_.any_known) {
      request = serve_class(*batch_.suite);
      if (request == Request::kRun) continue;  // a batch of another class
    } else if (request == Request::kRun) {
      run_batch();
    }
    if (request != Request::kRetire) request = next_request();
  }
}

Service::Request Service::next_request() {
  protocol::Message message;
  while (!must_leave() && receive_request(channel_, message)) {
    if (message.word == "retire") break;
    if (message.word == "tear_down") return Request::kTearDown;
    if (message.word == "run" && read_batch(message)) return Request::kRun;
  }
  return Request::kRetire;
}

bool Service::read_batch(const protocol::Message& message) {
  std::int64_t id = 0;
  if (message.fields.size() < 2 || !protocol::parse_number(message.fields[1], id)) return false;
  testing::TestSuite* const suite = index_->find_suite(message.fields[0]);
  // Without methods it asks for the set-up of the class alone.
  batch_ = Batch{suite, suite != nullptr && message.fields.size() == 2, id, {}};
  if (suite == nullptr && message.fields.size() == 2) channel_.send(Line("unknown").number(id));
  for (std::size_t i = 2; i < message.fields.size(); ++i, ++id) {
    batch_.methods.push_back(Wanted{id, {}});
    if (suite == nullptr) continue;
    batch_.methods.back().tests = index_->find_tests(*suite, message.fields[i]);
    batch_.any_known = batch_.any_known || !batch_.methods.back().tests.empty();
  }
  return true;
}

// From the set-up of the class to its tear-down. Returns the request that ended it.
Service::Request Service::serve_class(testing::TestSuite& suite) {
  live_.reset(new LiveSuite(suite));
  const std::int64_t id = batch_.first_id;
  begin_step_of_gang("set-up-", id);
  Request last = Request::kRetire;
  int failures_before = 0;
  Clock::time_point start = Clock::now();
  const bool returned = live_->run([&] {
    if (in_forked_child()) return false;
    last = serve_methods(tell_set_up(nanoseconds_since(start)));
    begin_step_of_gang("tear-down-", id);
    failures_before = count_failures(suite.ad_hoc_test_result());
    start = Clock::now();
    return !in_forked_child();
  });
  if (in_forked_child()) return Request::kRetire;
  if (!returned) {
    // The framework, left to itself, would have run nothing after this either.
    reports_.fail("an exception escaped from an event listener");
    std::exit(EXIT_FAILURE);
  }
  tell_tear_down(count_failures(suite.ad_hoc_test_result()) > failures_before,
                 nanoseconds_since(start));
  return last;
}

// Returns whether it failed.
bool Service::tell_set_up(std::int64_t duration) {
  const testing::TestSuite& suite = live_->suite();
  const testing::TestResult& result = suite.ad_hoc_test_result();
  const bool failed = result.Failed();
  reports_.set_reason_of_skips(result.Skipped() ? reason_of(result) : "");
  channel_.send(Line("suite_set_up").text(suite.name()).text(outcome(result)).number(duration));
  state_.snapshot();
  return failed;
}

void Service::tell_tear_down(bool failed, std::int64_t duration) {
  channel_.send(Line("suite_torn_down")
                    .text(live_->suite().name())
                    .text(failed ? "failed" : "ok")
                    .number(duration));
  live_->clear_results();
  live_.reset();
  first_state_.restore();
}

// Runs the batches of the live class. Returns the request that is none of them.
Service::Request Service::serve_methods(bool set_up_failed) {
  for (;;) {
    if (!set_up_failed || !batch_.any_known) run_batch();
    const Request request = next_request();
    if (request != Request::kRun || batch_.suite != &live_->suite()) return request;
  }
}

void Service::run_batch() {
  for (const Wanted& method : batch_.methods) {
    if (must_leave()) return;
    if (method.tests.empty()) {
      channel_.queue(Line("unknown").number(method.id));
    } else {
      run_method(method);
    }
  }
  if (!in_forked_child()) reports_.flush();
}

void Service::run_method(const Wanted& method) {
  const std::size_t repetitions = static_cast<std::size_t>(repetitions_);
  reports_.begin(method.id, method.tests.size() * repetitions);
  std::int64_t runs = 0;
  for (std::size_t i = 0; i < repetitions; ++i) {
    for (testing::TestInfo* const test : method.tests) {
      begin_step_of_gang("method-", method.id, runs++);
      live_->run_method(*test);
      if (in_forked_child()) {  // where a test's code came back from a fork
        forked_in_ = test;
        return;
      }
      reports_.count(*test->result(), live_->suite().ad_hoc_test_result());
    }
  }
  reports_.end();
}

void Service::suites_ended() {
  if (forked_in_ != nullptr) live_->count_in_verdict(*forked_in_);
}

}  // namespace carpool
