#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace carpool {

// Takes a document piece by piece.
using TextSink = std::function<void(std::string_view)>;

// A document under way to its sink: what is written into text() is handed over whenever it has
// become large, so that one of a hundred thousand methods is never held as a whole.
class TextPieces {
 public:
  // Borrows the sink.
  explicit TextPieces(const TextSink& sink) : sink_(sink) {}

  std::string& text() { return text_; }

  // To be called between two parts.
  void hand_over_large() {
    if (text_.size() >= kLarge) hand_over();
  }

  void hand_over() {
    if (!text_.empty()) sink_(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kLarge = 256u << 10;

  const TextSink& sink_;
  std::string text_;
};

}  // namespace carpool
