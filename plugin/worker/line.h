#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "../protocol/message.h"

namespace carpool {

// One line to the runner, put together field by field without a container for the fields: two of
// them are built for every method.
class Line {
 public:
  explicit Line(const char* word) {
    bytes_.reserve(96);
    bytes_ += word;
  }

  Line& text(const char* bytes, std::size_t size) {
    bytes_ += '\t';
    protocol::append_escaped(bytes_, bytes, size);
    return *this;
  }
  Line& text(const std::string& value) { return text(value.data(), value.size()); }
  Line& text(const char* value) {
    return text(value != nullptr ? value : "", value != nullptr ? std::strlen(value) : 0);
  }
  Line& number(std::int64_t value) {
    bytes_ += '\t';
    bytes_ += std::to_string(value);
    return *this;
  }

  // Without the LF that ends it.
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace carpool
