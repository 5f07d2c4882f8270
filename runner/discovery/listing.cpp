#include "discovery/listing.h"

#include <limits>

namespace carpool {
namespace {

constexpr std::size_t kHelloFields = 5;
constexpr std::size_t kTestFields = 7;
constexpr std::size_t kListedFields = 2;

Error broken(const protocol::Message& message) {
  return Error{"its plugin sent a \"" + message.word +
               "\" line that does not follow the protocol (version " +
               std::to_string(protocol::kProtocolVersion) + "); build the target again"};
}

std::string key_of(const std::string& class_name, const std::string& method) {
  // A number in front keeps "a" + "b.c" and "a.b" + "c" apart.
  return std::to_string(class_name.size()) + '\n' + class_name + method;
}

}  // namespace

Result<void> Listing::take(const protocol::Message& message) {
  if (message.word == "hello") return take_hello(message);
  if (!greeted_ || complete_) return broken(message);
  if (message.word == "test") return take_test(message);
  if (message.word == "listed") return take_listed(message);
  return broken(message);
}

Result<void> Listing::take_hello(const protocol::Message& message) {
  std::int64_t version = 0;
  if (message.fields.empty() || !protocol::parse_number(message.fields[0], version)) {
    return broken(message);
  }
  if (version != protocol::kProtocolVersion) {
    const std::string plugin = message.fields.size() > 1 ? " (" + message.fields[1] + ")" : "";
    return Error{"its plugin" + plugin + " speaks protocol version " + std::to_string(version) +
                 ", this runner speaks version " + std::to_string(protocol::kProtocolVersion) +
                 ": build the target again with the Carpool that this runner belongs to"};
  }
  if (message.fields.size() < kHelloFields || greeted_) return broken(message);
  list_.framework = message.fields[2];
  list_.framework_version = message.fields[3];
  greeted_ = true;
  return {};
}

Result<void> Listing::take_test(const protocol::Message& message) {
  std::int64_t line = 0;
  if (message.fields.size() < kTestFields || !protocol::parse_number(message.fields[5], line)) {
    return broken(message);
  }
  const std::string& class_name = message.fields[0];
  if (class_name.empty()) {
    return Error{"it has a test suite without a name (that of its test \"" + message.fields[1] +
                 "\", " + message.fields[4] + ":" + message.fields[5] +
                 "), which could not be asked for; give it a name"};
  }
  TestMethod method{
      .name = message.fields[1],
      .type_parameter = message.fields[2],
      .value_parameter = message.fields[3],
      .file = message.fields[4],
      .line = line <= std::numeric_limits<int>::max() ? static_cast<int>(line) : 0,
      .disabled = message.fields[6] == "disabled",
  };
  if (!method_keys_.insert(key_of(class_name, method.name)).second) {
    return Error{"it has two tests named " + class_name + "." + method.name +
                 ", which cannot be told apart; rename one of them (" + method.file + ":" +
                 std::to_string(method.line) + ")"};
  }
  class_named(class_name).methods.push_back(std::move(method));
  ++methods_;
  return {};
}

Result<void> Listing::take_listed(const protocol::Message& message) {
  std::int64_t count = 0;
  if (message.fields.size() < kListedFields || !protocol::parse_number(message.fields[0], count) ||
      !protocol::parse_number(message.fields[1], registered_)) {
    return broken(message);
  }
  if (count != methods_) {
    return Error{"its plugin announced " + std::to_string(count) + " tests and listed " +
                 std::to_string(methods_)};
  }
  complete_ = true;
  return {};
}

TestClass& Listing::class_named(const std::string& name) {
  const auto [position, is_new] = class_positions_.try_emplace(name, list_.classes.size());
  if (is_new) list_.classes.push_back(TestClass{.name = name, .methods = {}});
  return list_.classes[position->second];
}

}  // namespace carpool
