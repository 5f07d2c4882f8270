#include <utility>

#include "plain/plain_conversation.h"

// What the event stream says, as it comes. Each line has its place in GoogleTest's own order; one
// that is not in it was written by somebody else, or by a copy of the program that has come back
// from a fork(), and has no effect but that the stream is not to be believed by itself any more.

namespace carpool {

using Kind = StreamEvent::Kind;

namespace {

// Far more than a batch has: who goes on writing does not put the deadline off for ever.
constexpr std::size_t kMostEvents = 1'000'000;
constexpr std::size_t kMostOutside = 100;

}  // namespace

bool PlainBatch::in_its_place(Kind kind) const {
  switch (kind) {
    case Kind::kProgramStart:
      return phase_ == Phase::kStarting;
    case Kind::kSuiteStart:
    case Kind::kProgramEnd:
      return phase_ == Phase::kBetween && !suite_open_;
    case Kind::kTestStart:
    case Kind::kSuiteEnd:
      return phase_ == Phase::kBetween && suite_open_;
    case Kind::kTestEnd:
      return phase_ == Phase::kRunning || phase_ == Phase::kOthers;
    case Kind::kForeign:
      return false;
    default:
      return true;
  }
}

void PlainBatch::take_event(const StreamEvent& event) {
  if (event.kind == Kind::kPart) return take_part(event);
  if (!in_its_place(event.kind) || events_ == kMostEvents) {
    flawed_ = true;
    return;
  }
  ++events_;
  switch (event.kind) {
    case Kind::kProgramStart:
      context_.sink.put(
          WorkerReady{.worker = worker_.number, .spawn_ns = since(spawned_), .init_ns = 0});
      phase_ = Phase::kBetween;
      break;
    case Kind::kSuiteStart:
      begin_suite(event);
      break;
    case Kind::kTestStart:
      begin_test(event);
      break;
    case Kind::kTestEnd:
      end_test(event);
      break;
    case Kind::kSuiteEnd:
      end_suite(event);
      break;
    case Kind::kProgramEnd:
      program_passed_ = event.passed;
      phase_ = Phase::kEnding;
      break;
    default:
      return;
  }
  since_ = context_.clock.now();
}

void PlainBatch::take_part(const StreamEvent& event) {
  // Of SUCCEED(), which is told like a failure.
  if (event.message == "Succeeded" || event.message == "Succeeded\n") return;
  TestFailure failure{.file = event.file, .line = event.line, .message = event.message};
  if (phase_ == Phase::kRunning) {
    account_.add_failure(std::move(failure));
  } else if (phase_ != Phase::kOthers && outside_.size() < kMostOutside) {
    outside_.push_back(std::move(failure));
  }
}

void PlainBatch::begin_suite(const StreamEvent& event) {
  suite_open_ = true;
  in_suite_ = event.name == first_line(run_.plan().name);
}

// One that nobody has asked for may have been matched by a filter that cannot be exact.
void PlainBatch::begin_test(const StreamEvent& event) {
  const auto found = in_suite_ ? index_.find(event.name) : index_.end();
  const bool is_ours = found != index_.end();
  if (is_ours && !std::exchange(set_up_, true)) {
    in_set_up_ = std::exchange(outside_, {});
    context_.sink.put(SuiteSetUp{.target = run_.plan().target,
                                 .class_name = run_.plan().name,
                                 .worker = worker_.number,
                                 .failed = false,
                                 .duration_ns = since(since_),
                                 .failures = {}});
  }
  phase_ = is_ours ? Phase::kRunning : Phase::kOthers;
  if (!is_ours) return;
  current_ = found->second;
  // As GoogleTest has it where main() sets the flag for repetitions itself.
  if (fate_[current_] != Fate::kNotBegun) repeated_ = flawed_ = true;
  account_.take();
}

void PlainBatch::end_test(const StreamEvent& event) {
  if (phase_ == Phase::kRunning) {
    hold_current(event.passed);
    run_.note_progress();
  }
  phase_ = Phase::kBetween;
}

void PlainBatch::hold_current(bool passed) {
  MethodFinished record = record_of_current(MethodStatus::kPassed);
  fate_[current_] = Fate::kHeld;
  const auto found = held_.find(current_);
  if (found == held_.end()) {
    held_.emplace(current_, Held{.record = std::move(record), .passed = passed});
    return;
  }
  // The worst time counts.
  found->second.repeated = true;
  if (!passed && found->second.passed) found->second.record = std::move(record);
  found->second.passed = found->second.passed && passed;
}

void PlainBatch::end_suite(const StreamEvent& event) {
  if (in_suite_ && set_up_) {
    // A skip is told like a failure; GoogleTest's own word tells them apart.
    SuiteTornDown record{.target = run_.plan().target,
                         .class_name = run_.plan().name,
                         .worker = worker_.number,
                         .failed = !outside_.empty() && !event.passed,
                         .duration_ns = since(since_),
                         .failures = std::exchange(outside_, {})};
    if (record.failed) {
      run_.note_trouble(ClassStatus::kTeardownFailed,
                        "suite tear-down failed: " + record.failures.front().message);
    } else {
      record.failures.clear();
    }
    context_.sink.put(std::move(record));
  }
  suite_open_ = false;
  in_suite_ = false;
}

}  // namespace carpool
