#include "dashboard/script_text.h"

#include <array>

namespace carpool {
namespace {

struct Replacement {
  std::string_view bytes;
  std::string_view written;
};

// A raw NUL is not JSON, but HTML readers change it silently.
constexpr std::array<Replacement, 6> kReplacements{{
    {"<", "\\u003c"},
    {">", "\\u003e"},
    {"&", "\\u0026"},
    {std::string_view("\0", 1), "\\u0000"},
    {"\xE2\x80\xA8", "\\u2028"},
    {"\xE2\x80\xA9", "\\u2029"},
}};

constexpr std::string_view kFirstBytes("<>&\0\xE2", 5);

const Replacement* replacement_at(std::string_view text) {
  for (const Replacement& candidate : kReplacements) {
    if (text.starts_with(candidate.bytes)) return &candidate;
  }
  return nullptr;
}

// Whether more bytes could make a separator of it.
bool is_cut_separator(std::string_view text) {
  return text.size() < 3 && std::string_view("\xE2\x80").starts_with(text);
}

}  // namespace

void ScriptText::write(std::string_view json) {
  std::string joined;
  if (!held_back_.empty()) {
    joined = std::move(held_back_).append(json);
    held_back_.clear();
    json = joined;
  }
  while (!json.empty()) {
    const std::size_t special = json.find_first_of(kFirstBytes);
    sink_(json.substr(0, special));
    if (special == std::string_view::npos) return;
    json.remove_prefix(special);
    if (const Replacement* const found = replacement_at(json)) {
      sink_(found->written);
      json.remove_prefix(found->bytes.size());
    } else if (is_cut_separator(json)) {
      held_back_ = json;
      return;
    } else {
      sink_(json.substr(0, 1));
      json.remove_prefix(1);
    }
  }
}

void ScriptText::finish() {
  if (!held_back_.empty()) sink_(held_back_);
  held_back_.clear();
}

}  // namespace carpool
