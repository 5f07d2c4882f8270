#include "session/method_account.h"

#include <utility>

namespace carpool {
namespace {

constexpr std::size_t kMostFailures = 200;
constexpr std::size_t kMostFailureBytes = 1u << 20;

}  // namespace

void MethodAccount::add_skip(const std::string& reason) {
  if (record_.reason.empty()) record_.reason = reason;
}

void MethodAccount::add_failure(TestFailure failure) {
  if (record_.failures.size() < kMostFailures && failure_bytes_ < kMostFailureBytes) {
    failure_bytes_ += failure.message.size();
    record_.failures.push_back(std::move(failure));
  } else {
    ++record_.failures_left_out;
  }
}

void MethodAccount::leave_out_failures(std::uint64_t count) { record_.failures_left_out += count; }

void MethodAccount::take_failures_back() {
  record_.failures.clear();
  record_.failures_left_out = 0;
}

std::optional<FinishedWord> read_finished(const protocol::Message& message) {
  std::int64_t duration = 0;
  std::int64_t left_out = 0;
  std::int64_t mark = 0;
  if (message.fields.size() < 5 || !protocol::parse_number(message.fields[2], duration) ||
      !protocol::parse_number(message.fields[3], left_out) ||
      !protocol::parse_number(message.fields[4], mark)) {
    return std::nullopt;
  }
  const auto status = method_status_from_word(message.fields[1]);
  if (status != MethodStatus::kPassed && status != MethodStatus::kFailed &&
      status != MethodStatus::kSkipped) {
    return std::nullopt;
  }
  return FinishedWord{.status = *status,
                      .duration_ns = duration,
                      .failures_left_out = static_cast<std::uint64_t>(left_out),
                      .mark = static_cast<std::uint64_t>(mark)};
}

MethodFinished MethodAccount::take() {
  failure_bytes_ = 0;
  return std::exchange(record_, {});
}

}  // namespace carpool
