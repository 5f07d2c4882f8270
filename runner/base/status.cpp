#include "base/status.h"

#include <array>
#include <utility>

namespace carpool {
namespace {

constexpr std::array kMethodWords{
    std::pair{MethodStatus::kPassed, std::string_view("passed")},
    std::pair{MethodStatus::kFailed, std::string_view("failed")},
    std::pair{MethodStatus::kSkipped, std::string_view("skipped")},
    std::pair{MethodStatus::kDisabled, std::string_view("disabled")},
    std::pair{MethodStatus::kFlaky, std::string_view("flaky")},
    std::pair{MethodStatus::kCrashed, std::string_view("crashed")},
    std::pair{MethodStatus::kExited, std::string_view("exited")},
    std::pair{MethodStatus::kTimedOut, std::string_view("timed_out")},
    std::pair{MethodStatus::kProtocolError, std::string_view("protocol_error")},
    std::pair{MethodStatus::kInterrupted, std::string_view("interrupted")},
    std::pair{MethodStatus::kNotRun, std::string_view("not_run")},
};

constexpr std::array kClassWords{
    std::pair{ClassStatus::kPassed, std::string_view("passed")},
    std::pair{ClassStatus::kSkipped, std::string_view("skipped")},
    std::pair{ClassStatus::kDisabled, std::string_view("disabled")},
    std::pair{ClassStatus::kFlaky, std::string_view("flaky")},
    std::pair{ClassStatus::kFailed, std::string_view("failed")},
    std::pair{ClassStatus::kSetupFailed, std::string_view("setup_failed")},
    std::pair{ClassStatus::kStartupFailed, std::string_view("startup_failed")},
    std::pair{ClassStatus::kTeardownFailed, std::string_view("teardown_failed")},
    std::pair{ClassStatus::kInterrupted, std::string_view("interrupted")},
};

constexpr std::array kRankWords{
    std::pair{RankStatus::kPassed, std::string_view("passed")},
    std::pair{RankStatus::kFailed, std::string_view("failed")},
    std::pair{RankStatus::kSkipped, std::string_view("skipped")},
    std::pair{RankStatus::kCrashed, std::string_view("crashed")},
    std::pair{RankStatus::kExited, std::string_view("exited")},
    std::pair{RankStatus::kTimedOut, std::string_view("timed_out")},
    std::pair{RankStatus::kProtocolError, std::string_view("protocol_error")},
    std::pair{RankStatus::kInterrupted, std::string_view("interrupted")},
    std::pair{RankStatus::kAborted, std::string_view("aborted")},
    std::pair{RankStatus::kNotRun, std::string_view("not_run")},
};

template <typename Words, typename Status>
std::string_view word_of(const Words& words, Status status) {
  for (const auto& [known, word] : words) {
    if (known == status) return word;
  }
  return "unknown";
}

template <typename Status, typename Words>
std::optional<Status> status_of(const Words& words, std::string_view text) {
  for (const auto& [status, word] : words) {
    if (word == text) return status;
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_word(MethodStatus status) { return word_of(kMethodWords, status); }
std::string_view to_word(ClassStatus status) { return word_of(kClassWords, status); }

std::string_view to_word(RankStatus status) { return word_of(kRankWords, status); }

std::optional<RankStatus> rank_status_from_word(std::string_view word) {
  return status_of<RankStatus>(kRankWords, word);
}

std::optional<MethodStatus> method_status_from_word(std::string_view word) {
  return status_of<MethodStatus>(kMethodWords, word);
}

std::optional<ClassStatus> class_status_from_word(std::string_view word) {
  return status_of<ClassStatus>(kClassWords, word);
}

std::span<const MethodStatus> all_method_statuses() {
  static constexpr auto kStatuses = [] {
    std::array<MethodStatus, kMethodWords.size()> statuses{};
    for (std::size_t index = 0; index < statuses.size(); ++index) {
      statuses[index] = kMethodWords[index].first;
    }
    return statuses;
  }();
  return kStatuses;
}

bool is_red(MethodStatus status) {
  switch (status) {
    case MethodStatus::kPassed:
    case MethodStatus::kSkipped:
    case MethodStatus::kDisabled:
    case MethodStatus::kFlaky:
      return false;
    default:
      return true;
  }
}

bool is_red(ClassStatus status) {
  switch (status) {
    case ClassStatus::kPassed:
    case ClassStatus::kSkipped:
    case ClassStatus::kDisabled:
    case ClassStatus::kFlaky:
      return false;
    default:
      return true;
  }
}

}  // namespace carpool
