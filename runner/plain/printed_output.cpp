#include "plain/printed_output.h"

#include <utility>

namespace carpool {
namespace {

constexpr std::string_view kBegins = "[ RUN      ] ";
constexpr std::string_view kEnds[] = {"[       OK ] ", "[  FAILED  ] ", "[  SKIPPED ] "};
constexpr std::size_t kLongestLine = 64u << 10;

// Whether a line that begins so may be one of GoogleTest's.
bool may_be_mark(std::string_view line) { return line.empty() || line.front() == '['; }

// "[       OK ] A.One (0 ms)", also with ", where GetParam() = ..." behind the name.
bool ends(std::string_view line, std::string_view test) {
  for (const std::string_view mark : kEnds) {
    if (!line.starts_with(mark)) continue;
    line.remove_prefix(mark.size());
    return line.starts_with(test) &&
           (line.size() == test.size() || line[test.size()] == ' ' || line[test.size()] == ',');
  }
  return false;
}

}  // namespace

void PrintedOutput::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const bool is_whole = end != std::string_view::npos;
    const std::string_view piece = bytes.substr(0, is_whole ? end + 1 : bytes.size());
    bytes.remove_prefix(piece.size());
    line_ += piece;
    if (in_long_line_ || !may_be_mark(line_) || line_.size() > kLongestLine) {
      add(std::exchange(line_, {}));
      in_long_line_ = !is_whole;
    } else if (is_whole) {
      take_line(std::exchange(line_, {}));
    }
  }
}

void PrintedOutput::take_line(std::string_view line) {
  const std::string_view text = line.substr(0, line.size() - 1);
  if (text.starts_with(kBegins) && current_.empty()) {
    current_ = text.substr(kBegins.size());
  } else if (!current_.empty() && ends(text, current_)) {
    ended_[std::exchange(current_, {})] = text_.take();
  } else {
    add(line);
  }
}

void PrintedOutput::add(std::string_view bytes) {
  if (current_.empty()) {
    outside_.append(bytes);
  } else {
    text_.append(bytes);
    live_(bytes);
  }
}

CapturedOutput PrintedOutput::take(const std::string& test) {
  const auto found = ended_.find(test);
  if (found == ended_.end()) return {};
  CapturedOutput output = std::move(found->second);
  ended_.erase(found);
  return output;
}

CapturedOutput PrintedOutput::take_current() {
  if (!line_.empty()) add(std::exchange(line_, {}));
  current_.clear();
  return text_.take();
}

}  // namespace carpool
