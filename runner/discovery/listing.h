#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/result.h"
#include "manifest/test_list.h"
#include "protocol/message.h"

namespace carpool {

// Builds a test list out of what a worker in list mode says, message by message. Knows nothing of
// processes. The classes keep the order in which they were first named.
class Listing {
 public:
  // An error is final: the program speaks another protocol, or lists what cannot be.
  Result<void> take(const protocol::Message& message);

  bool greeted() const { return greeted_; }    // the plugin is linked in and has spoken
  bool complete() const { return complete_; }  // the list has been received whole
  std::int64_t methods() const { return methods_; }
  // Tests that the program has, with those that it did not list. Only once complete.
  std::int64_t registered() const { return registered_; }

  // The list. Only once complete.
  TestList result() && { return std::move(list_); }

 private:
  Result<void> take_hello(const protocol::Message& message);
  Result<void> take_test(const protocol::Message& message);
  Result<void> take_listed(const protocol::Message& message);
  TestClass& class_named(const std::string& name);

  TestList list_;
  std::unordered_map<std::string, std::size_t> class_positions_;
  std::unordered_set<std::string> method_keys_;  // class, LF, name
  std::int64_t methods_ = 0;
  std::int64_t registered_ = 0;
  bool greeted_ = false;
  bool complete_ = false;
};

}  // namespace carpool
