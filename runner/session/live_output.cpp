#include "session/live_output.h"

#include <utility>

namespace carpool {
namespace {

constexpr std::size_t kLongestLine = 4096;

}  // namespace

void RankLiveOutput::show(std::string_view bytes) {
  open_.append(bytes);
  std::string whole;
  std::size_t from = 0;
  for (std::size_t end = open_.find('\n'); end != std::string::npos; end = open_.find('\n', from)) {
    whole += prefix_ + open_.substr(from, end + 1 - from);
    from = end + 1;
  }
  open_.erase(0, from);
  if (!whole.empty()) sink_.show_live(std::move(whole));
  if (open_.size() > kLongestLine) end_line();
}

void RankLiveOutput::end_line() {
  if (open_.empty()) return;
  sink_.show_live(prefix_ + std::exchange(open_, {}) + "\n");
}

}  // namespace carpool
