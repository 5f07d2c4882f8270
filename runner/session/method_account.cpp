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

MethodFinished MethodAccount::take() {
  failure_bytes_ = 0;
  return std::exchange(record_, {});
}

}  // namespace carpool
