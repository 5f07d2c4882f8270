#include <utility>

#include "manifest/googletest_documents.h"
#include "plain/plain_conversation.h"

// What a batch's process has done, where that is known only from what it left behind or from where
// it ended.

namespace carpool {

// Of those that did not pass: which were skipped. `end`: null where the process was killed.
void PlainBatch::decide(const ProcessEnd* end) {
  if (undecided_.empty()) return;
  const auto results = parse_googletest_results(process_.results());
  const bool exited_red = end && !(*end == ProcessEnd(Exited{0}));
  const bool set_up_failed = results && !in_set_up_.empty() && exited_red;
  for (auto& [item, record] : std::exchange(undecided_, {})) {
    const std::string& name = run_.method_name(items_[item]);
    const auto found =
        results ? results->find({run_.plan().name, name}) : GoogleTestResults::const_iterator();
    if (!results || found == results->end()) {
      if (items_.size() > 1) continue;  // once more, alone
      record.status = MethodStatus::kFailed;
      record.reason = "the process ended before GoogleTest wrote whether it failed or was skipped";
    } else if (found->second.skipped && set_up_failed) {
      record = MethodFinished();
      record.status = MethodStatus::kNotRun;
      record.reason = "suite set-up failed: " + in_set_up_.front().message;
    } else if (found->second.skipped) {
      record.status = MethodStatus::kSkipped;
      if (!record.failures.empty()) record.reason = record.failures.front().message;
      record.failures.clear();
    } else {
      record.status = MethodStatus::kFailed;
    }
    finish(item, std::move(record));
  }
  if (set_up_failed) {
    run_.note_trouble(ClassStatus::kSetupFailed,
                      "suite set-up failed: " + in_set_up_.front().message);
  }
}

// After the last test: global environments, static destructors, a main() with its own mind.
void PlainBatch::judge_end(const ProcessEnd& end) {
  const bool exited = std::holds_alternative<Exited>(end);
  if (end == ProcessEnd(Exited{0}) || (exited && (any_failed_ || run_.is_red()))) return;
  std::string reason = "the process " + describe(end) + " after all its tests had ended";
  if (!outside_.empty()) reason += ": " + outside_.front().message;
  run_.note_trouble(ClassStatus::kTeardownFailed, reason);
}

// Lost in no method. `what`: what happened, to be followed by a place.
void PlainBatch::lose_between(const std::string& what, const std::string& in_set_up) {
  if (phase_ == Phase::kStarting) {
    constexpr int kMostInVain = 3;
    if (run_.note_fruitless_worker() < kMostInVain) return;
    run_.give_up(ClassStatus::kStartupFailed,
                 what +
                     " before GoogleTest began (does main() give its arguments to "
                     "InitGoogleTest(), and is it GoogleTest 1.10 or later?)");
  } else if (!set_up_) {
    run_.give_up(ClassStatus::kSetupFailed,
                 in_set_up + (in_suite_ ? "" : " (of a global environment, or of another class)"));
  } else {
    run_.note_trouble(ClassStatus::kTeardownFailed, what + " between methods");
  }
}

}  // namespace carpool
