#pragma once

#include <cstddef>
#include <cstdint>

namespace carpool {

// 128 bits of FNV-1a over several parts, the same on every machine: a name for something that is
// told by many things. No secret, and no guard against somebody who makes two of the same. Needs
// nothing of the C++ library at run time, for carpool-exec.
class Digest {
 public:
  struct Name {
    static constexpr std::size_t kSize = 32;
    char name[kSize];  // hexadecimal digits, without a NUL
  };

  void add(const char* bytes, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) mix(static_cast<unsigned char>(bytes[i]));
    mix(0);  // parts that are moved into each other are other parts
  }
  void add(const char* text) {
    std::size_t size = 0;
    while (text[size] != '\0') ++size;
    add(text, size);
  }
  // In the machine's own byte order.
  void add(std::uint64_t number) { add(reinterpret_cast<const char*>(&number), sizeof number); }
  template <typename Text>
  requires requires(const Text& text) { text.data(), text.size(); }
  void add(const Text& text) { add(text.data(), text.size()); }

  Name make() const {
    Name digits{};
    const std::uint64_t parts[] = {first_, second_};
    for (std::size_t i = 0; i < Name::kSize; ++i) {
      digits.name[i] = "0123456789abcdef"[parts[i / 16] >> (4 * (i % 16)) & 15];
    }
    return digits;
  }

 private:
  void mix(unsigned char byte) {
    first_ = (first_ ^ byte) * 0x100000001b3;
    second_ = (second_ ^ (byte + 0x9eu)) * 0x100000001b3;
  }

  std::uint64_t first_ = 0xcbf29ce484222325;
  std::uint64_t second_ = 0x84222325cbf29ce4;
};

}  // namespace carpool
