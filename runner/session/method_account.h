#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "journal/record.h"
#include "protocol/message.h"

namespace carpool {

// What is heard of a method while it runs. Bounded: what goes beyond is counted.
class MethodAccount {
 public:
  // The first word on why it was skipped counts.
  void add_skip(const std::string& reason);
  void add_failure(TestFailure failure);
  void leave_out_failures(std::uint64_t count);  // that the worker counted and did not send
  void add_leak(std::string what) { record_.leaks.push_back(std::move(what)); }

  // For a method that did not fail in the end: tests of GoogleTest itself clear what they provoked.
  void take_failures_back();

  // The record so far, for the caller to complete; the account begins anew.
  MethodFinished take();

 private:
  MethodFinished record_;
  std::size_t failure_bytes_ = 0;
};

// What a `finished` line (id, status, duration, failures left out, mark) says behind its id.
struct FinishedWord {
  MethodStatus status;  // passed, failed or skipped
  std::int64_t duration_ns;
  std::uint64_t failures_left_out;
  std::uint64_t mark;
};

// Nothing where the line is malformed.
std::optional<FinishedWord> read_finished(const protocol::Message& message);

}  // namespace carpool
