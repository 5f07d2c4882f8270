#include "session/live_output.h"

#include <string>
#include <utility>

namespace carpool {
namespace {

constexpr std::size_t kLongestLine = 4096;

}  // namespace

std::function<void(std::string_view)> live_output_of_rank(std::size_t rank, RecordSink& sink) {
  const std::string prefix = "[" + std::to_string(rank) + "] ";
  return [prefix, &sink, open = std::string()](std::string_view bytes) mutable {
    open.append(bytes);
    std::string whole;
    std::size_t from = 0;
    for (std::size_t end = open.find('\n'); end != std::string::npos; end = open.find('\n', from)) {
      whole += prefix + open.substr(from, end + 1 - from);
      from = end + 1;
    }
    open.erase(0, from);
    if (open.size() > kLongestLine) whole += prefix + std::exchange(open, {}) + "\n";
    if (!whole.empty()) sink.show_live(std::move(whole));
  };
}

}  // namespace carpool
