#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace carpool {

// What a worker's methods print, on its way to the screen. It comes by another way than the
// messages, and a look at both may find a later method's output together with the ends of the
// silent ones before it: the output then waits until those have been taken, and never longer.
class HeldOutput {
 public:
  explicit HeldOutput(std::function<void(std::string_view)> show) : show_(std::move(show)) {}

  // `last_mark`: the output mark that stands before the bytes.
  void hold(std::uint64_t last_mark, std::string_view bytes);

  // The method that ends at `mark` is about to be told of: what it has printed comes first.
  void show_before(std::uint64_t mark);

  // Every message that has come is taken.
  void show_all();

 private:
  void show_first();

  struct Piece {
    std::uint64_t last_mark;
    std::string bytes;
  };

  std::function<void(std::string_view)> show_;
  std::deque<Piece> pieces_;
};

}  // namespace carpool
