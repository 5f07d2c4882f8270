#include "plain/stream_event.h"

#include <charconv>
#include <utility>

namespace carpool {
namespace {

using Kind = StreamEvent::Kind;

constexpr std::size_t kLongestLine = 1u << 20;

constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"TestProgramStart", Kind::kProgramStart},
    {"TestCaseStart", Kind::kSuiteStart},
    {"TestStart", Kind::kTestStart},
    {"TestPartResult", Kind::kPart},
    {"TestEnd", Kind::kTestEnd},
    {"TestCaseEnd", Kind::kSuiteEnd},
    {"TestProgramEnd", Kind::kProgramEnd},
};

int digit(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'A' && character <= 'F') return character - 'A' + 10;
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  return -1;
}

std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_escape = text[at] == '%' && at + 2 < text.size() && digit(text[at + 1]) >= 0 &&
                           digit(text[at + 2]) >= 0;
    if (is_escape) {
      plain += static_cast<char>(digit(text[at + 1]) * 16 + digit(text[at + 2]));
      at += 2;
    } else {
      plain += text[at];
    }
  }
  return plain;
}

int number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void set(StreamEvent& event, std::string_view key, std::string_view value) {
  if (key == "name") event.name = value;  // names stand in the stream as they are
  if (key == "passed") event.passed = value == "1";
  if (key == "file") event.file = decoded(value);
  if (key == "line") event.line = number(value);
  if (key == "message") event.message = decoded(value);
}

// Nothing for the line that the stream begins with.
std::optional<StreamEvent> parse(std::string_view line) {
  constexpr std::string_view kVersion = "gtest_streaming_protocol_version=";
  constexpr std::string_view kStart = "event=";
  if (line.starts_with(kVersion)) return std::nullopt;
  StreamEvent event;
  if (!line.starts_with(kStart)) {
    event.kind = Kind::kForeign;
    return event;
  }
  line.remove_prefix(kStart.size());
  const std::string_view word = line.substr(0, line.find('&'));
  for (const auto& [name, kind] : kKinds) {
    if (word == name) event.kind = kind;
  }
  line.remove_prefix(word.size());
  const bool has_name = line.starts_with("&name=");
  while (!line.empty()) {
    line.remove_prefix(1);
    // A name may hold anything but a line's end; it is the last.
    const std::string_view field = has_name ? line : line.substr(0, line.find('&'));
    const std::size_t equals = field.find('=');
    if (equals != std::string_view::npos) {
      set(event, field.substr(0, equals), field.substr(equals + 1));
    }
    line.remove_prefix(field.size());
  }
  return event;
}

}  // namespace

void StreamEventReader::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end);
    if (!skipping_) rest_ += piece;
    if (rest_.size() > kLongestLine) {
      rest_.resize(kLongestLine);  // of a failure's message there is enough
      skipping_ = true;
    }
    if (end == std::string_view::npos) return;
    if (auto event = parse(rest_)) events_.push_back(std::move(*event));
    rest_.clear();
    skipping_ = false;
    bytes.remove_prefix(end + 1);
  }
}

std::optional<StreamEvent> StreamEventReader::next() {
  if (events_.empty()) return std::nullopt;
  StreamEvent event = std::move(events_.front());
  events_.pop_front();
  return event;
}

}  // namespace carpool
