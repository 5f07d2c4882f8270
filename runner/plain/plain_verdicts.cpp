#include <algorithm>
#include <utility>

#include "plain/assertion_message.h"
#include "plain/plain_conversation.h"

// What a batch's process has done, where that is known only from what it left behind or from where
// it ended. PlainBatch says who is believed.

namespace carpool {

void PlainBatch::read_results() {
  const std::string text = process_.results();
  wrote_results_ = !text.empty();
  if (auto results = parse_googletest_results(text)) results_ = std::move(*results);
}

const GoogleTestResult* PlainBatch::result_of(std::size_t item) const {
  if (!results_) return nullptr;
  const auto found = results_->find({run_.plan().name, run_.method_name(items_[item])});
  return found == results_->end() ? nullptr : &found->second;
}

// The program has come to its end, but not its stream: something has closed it.
void PlainBatch::note_lost_stream() {
  stream_lost_ = true;
  if (phase_ == Phase::kRunning && result_of(current_)) {
    hold_current(false);
    held_.at(current_).stream_lost = true;
  }
  phase_ = Phase::kEnding;
}

// `end`: null where the process was killed.
void PlainBatch::decide(const ProcessEnd* end) {
  printed_outside_ = process_.output_outside();
  if (phase_ == Phase::kRunning) held_.erase(current_);  // ended before, but not this time
  bool all_skipped = results_ && !held_.empty();
  for (const auto& [item, held] : held_) {
    const GoogleTestResult* const result = result_of(item);
    all_skipped = all_skipped && result && result->skipped;
    const bool failed = result ? result->failed : !results_ && !held.passed;
    if (!failed) continue;
    any_failed_ = true;
    if (!result && !failed_for_certain(held)) continue;
    const int position = held.record.position;
    first_failure_ = std::min(first_failure_.value_or(position), position);
  }
  // Those of other classes that the filter has matched too. One without a name is none: so
  // GoogleTest tells what failed outside of tests.
  if (results_) {
    for (const auto& [name, result] : *results_) {
      any_failed_ = any_failed_ || (result.failed && !name.second.empty());
    }
  }
  const bool was_red = (end && !(*end == ProcessEnd(Exited{0}))) || !program_passed_;
  set_up_failed_ = all_skipped && !in_set_up_.empty() && was_red;
  for (auto& [item, held] : std::exchange(held_, {})) {
    // Only now: GoogleTest tells the stream of a test's end before it prints the line that says it.
    held.record.output = process_.output_of(full_name(item));
    settle(item, std::move(held), end);
  }
  if (set_up_failed_) {
    run_.note_trouble(ClassStatus::kSetupFailed,
                      "suite set-up failed: " + in_set_up_.front().message);
  }
}

void PlainBatch::settle(std::size_t item, Held held, const ProcessEnd* end) {
  if (results_) {
    settle_by_results(item, std::move(held));
  } else {
    settle_without_results(item, std::move(held), end);
  }
}

namespace {

std::string words_of(const GoogleTestResult* result) {
  if (!result) return "do not know it";
  if (result->failed) return "that it failed";
  return result->skipped ? "that it was skipped" : "that it passed";
}

}  // namespace

// Without the JSON: by what no skip says.
bool PlainBatch::failed_for_certain(const Held& held) const {
  return !held.passed && !flawed_ &&
         std::ranges::any_of(held.record.failures, [](const TestFailure& part) {
           return is_assertion_message(part.message);
         });
}

bool PlainBatch::has_reason(const Held& held) {
  return std::ranges::any_of(held.record.failures,
                             [](const TestFailure& part) { return !part.message.empty(); });
}

// With --gtest_fail_fast, which main() may set, GoogleTest passes over what comes behind a failure
// and calls it skipped. A process of its own would have run it.
bool PlainBatch::may_be_passed_over(const Held& held) const {
  return !is_alone() && !has_reason(held) && first_failure_ &&
         held.record.position > *first_failure_;
}

void PlainBatch::settle_by_results(std::size_t item, Held held) {
  const GoogleTestResult* const result = result_of(item);
  const bool passed = result && !result->failed && !result->skipped;
  const bool agree = result && (held.stream_lost || held.passed == passed);
  MethodFinished& record = held.record;
  if (agree && result->skipped && set_up_failed_) {
    return finish(item, {}, MethodStatus::kNotRun,
                  "suite set-up failed: " + in_set_up_.front().message);
  }
  if (agree && result->skipped && !may_be_passed_over(held)) {
    std::string reason = record.failures.empty() ? "" : record.failures.front().message;
    while (reason.ends_with('\n')) reason.pop_back();  // of GoogleTest's own, since 1.13
    record.failures.clear();
    if (held.stream_lost) run_.note_progress();
    return finish(item, std::move(record), MethodStatus::kSkipped, std::move(reason));
  }
  if (agree && !result->skipped) {
    if (passed) record.failures.clear();
    if (held.stream_lost) run_.note_progress();
    return finish(item, std::move(record), passed ? MethodStatus::kPassed : MethodStatus::kFailed,
                  {});
  }
  if (!is_alone()) {
    // Who asked for nothing more after a failure has got that.
    const bool passed_over = agree && run_.stops_at_first_red();
    fate_[item] = passed_over ? Fate::kPassedOver : Fate::kAgainAlone;
    return;
  }
  if (held.repeated && !held.passed) {
    return finish(item, std::move(record), MethodStatus::kFailed,
                  "main() had it run more than once, and it did not pass each time");
  }
  finish(item, std::move(record), MethodStatus::kProtocolError,
         std::string("GoogleTest's event stream says that it ") +
             (held.passed ? "passed" : "did not pass") + ", and GoogleTest's results " +
             (result ? "say " : "") + words_of(result) +
             ": something other than GoogleTest has written to one of them");
}

void PlainBatch::settle_without_results(std::size_t item, Held held, const ProcessEnd* end) {
  const bool died = phase_ != Phase::kEnding || !end || std::holds_alternative<Signalled>(*end);
  MethodFinished& record = held.record;
  if (held.passed) record.failures.clear();
  if (died && held.passed && !flawed_) {
    return finish(item, std::move(record), MethodStatus::kPassed, {});
  }
  if (died && failed_for_certain(held)) {
    return finish(item, std::move(record), MethodStatus::kFailed, {});
  }
  if (!is_alone()) {
    const bool passed_over = run_.stops_at_first_red() && may_be_passed_over(held);
    const bool did_not_pass = !held.passed && !flawed_ && has_reason(held);
    fate_[item] = passed_over    ? Fate::kPassedOver
                  : did_not_pass ? Fate::kAgainInDoubt
                                 : Fate::kAgainAlone;
    return;
  }
  if (!held.passed) {
    return finish(item, std::move(record), MethodStatus::kFailed,
                  wrote_results_ ? "whether it failed or was skipped is not known: GoogleTest's "
                                   "results cannot be read"
                                 : "the process ended before GoogleTest wrote whether it failed or "
                                   "was skipped");
  }
  if (flawed_) {
    return finish(item, std::move(record), MethodStatus::kProtocolError,
                  "something other than GoogleTest has written to GoogleTest's event stream, and "
                  "the process ended without GoogleTest's results");
  }
  // It has come to its end, and judge_end() has the exit code for a witness: with that, whoever
  // runs a process for each test is content.
  if (wrote_results_) return finish(item, std::move(record), MethodStatus::kPassed, {});
  finish(item, std::move(record), MethodStatus::kProtocolError,
         "GoogleTest's event stream says that it passed, but GoogleTest has written no results "
         "(--gtest_output=json): did the test end the process, or does main() take "
         "default_xml_generator() away? Then add_continuous_test() can run it");
}

// Those of which the stream says nothing, where the program has come to its end.
void PlainBatch::account_for_unheard(const ProcessEnd& end) {
  const bool any_heard =
      std::any_of(fate_.begin(), fate_.end(), [](Fate fate) { return fate != Fate::kNotBegun; });
  // With the next process they have another chance to be heard.
  if ((stream_lost_ || !results_) && any_heard) return;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (fate_[i] == Fate::kNotBegun) finish(i, record_of_unheard(i, end));
  }
}

MethodFinished PlainBatch::record_of_unheard(std::size_t item, const ProcessEnd& end) const {
  MethodFinished record;
  record.status = MethodStatus::kNotRun;
  if (stream_lost_) {
    record.reason =
        "GoogleTest's event stream was closed before a test began: does main(), or the set-up of "
        "the class, close descriptors that it has not opened?";
  } else if (!result_of(item)) {
    record.reason = "the executable has no such test any more, or main() leaves it out";
  } else if (!outside_.empty() && program_passed_ && end == ProcessEnd(Exited{0})) {
    record.status = MethodStatus::kSkipped;  // a global environment has, as it seems
    record.reason = outside_.front().message;
  } else {
    record.reason = "GoogleTest did not run it";
    if (!outside_.empty()) record.reason += ": " + outside_.front().message;
  }
  return record;
}

// After the last test: global environments, static destructors, a main() with its own mind.
void PlainBatch::judge_end(const ProcessEnd& end) {
  if (end == ProcessEnd(Exited{0}) && program_passed_) return;
  // What main() ends with where a test has failed. Another code tells of something more: a leak
  // sanitizer, a main() with its own mind.
  const bool of_failures = end == ProcessEnd(Exited{1}) || end == ProcessEnd(Exited{0});
  if (of_failures && (any_failed_ || run_.is_red())) return;
  std::string reason = "the process " + describe(end) + " after all its tests had ended";
  if (!program_passed_ && !any_failed_)
    reason += ", and GoogleTest says that something outside of them failed";
  if (!outside_.empty()) reason += ": " + outside_.front().message;
  // GoogleTest's own words, which only add to what is red already.
  if (printed_outside_.text.find("Send() can be called only when there is a connection") !=
      std::string::npos) {
    reason +=
        ": main() calls RUN_ALL_TESTS() once more, which GoogleTest's event stream does not "
        "survive (the verdicts are those of the first time; add_continuous_test() can run it)";
  }
  run_.note_trouble(ClassStatus::kTeardownFailed, reason);
}

// Lost in no method. `what`: what happened, to be followed by a place.
void PlainBatch::lose_between(const std::string& what, const std::string& in_set_up) {
  if (phase_ == Phase::kStarting) {
    why_never_began_ = what +
                       " before GoogleTest began (does main() give its arguments to "
                       "InitGoogleTest(), and is it GoogleTest 1.10 or later?)";
  } else if (!set_up_) {
    run_.give_up(ClassStatus::kSetupFailed,
                 in_set_up + (in_suite_ ? "" : " (of a global environment, or of another class)"));
  } else {
    run_.note_trouble(ClassStatus::kTeardownFailed, what + " between methods");
  }
}

}  // namespace carpool
