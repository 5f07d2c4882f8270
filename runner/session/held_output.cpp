#include "session/held_output.h"

namespace carpool {

void HeldOutput::hold(std::uint64_t last_mark, std::string_view bytes) {
  if (!show_ || bytes.empty()) return;
  if (pieces_.empty() || pieces_.back().last_mark != last_mark) {
    pieces_.push_back({last_mark, {}});
  }
  pieces_.back().bytes += bytes;
}

void HeldOutput::show_before(std::uint64_t mark) {
  while (!pieces_.empty() && pieces_.front().last_mark < mark) show_first();
}

void HeldOutput::show_all() {
  while (!pieces_.empty()) show_first();
}

void HeldOutput::show_first() {
  show_(pieces_.front().bytes);
  pieces_.pop_front();
}

}  // namespace carpool
