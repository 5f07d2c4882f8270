#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace carpool {

// Why something expected to go wrong did go wrong, in words for the person who has to mend it. The
// message grows outward as it passes through callers: `cannot start worker: /b/t: permission
// denied`.
struct Error {
  std::string message;

  // The same error seen from one call further out.
  [[nodiscard]] Error within(std::string_view context) const {
    return Error{std::string(context) + ": " + message};
  }
};

// A value, or the reason why there is none.
template <typename Value>
class [[nodiscard]] Result {
 public:
  Result(Value value) : outcome_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : outcome_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return outcome_.index() == 0; }

  Value& operator*() { return std::get<0>(outcome_); }
  const Value& operator*() const { return std::get<0>(outcome_); }
  Value* operator->() { return &std::get<0>(outcome_); }
  const Value* operator->() const { return &std::get<0>(outcome_); }

  const Error& error() const { return std::get<1>(outcome_); }

 private:
  std::variant<Value, Error> outcome_;
};

// Success, or the reason against it.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), failed_(true) {}

  explicit operator bool() const { return !failed_; }
  const Error& error() const { return error_; }

 private:
  Error error_;
  bool failed_ = false;
};

}  // namespace carpool
