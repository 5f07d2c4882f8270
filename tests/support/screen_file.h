#pragma once

#include <array>
#include <cstdio>
#include <memory>
#include <string>

namespace carpool::testing {

// A stream for a screen to write to, and what stands in it.
class ScreenFile {
 public:
  std::FILE* stream() const { return file_.get(); }

  std::string text() const {
    std::rewind(file_.get());
    std::string text;
    std::array<char, 4096> buffer;
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file_.get())) {
      text.append(buffer.data(), got);
    }
    return text;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{std::tmpfile(), std::fclose};
};

}  // namespace carpool::testing
