#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace carpool {

// Appends `bytes` as a JSON string, quotes included. Every output is valid JSON and valid UTF-8:
// what is not UTF-8 becomes U+FFFD (one for each maximal broken part, as the Unicode standard
// advises), NUL and the other controls are escaped.
void append_json_string(std::string& text, std::string_view bytes);

// Writes JSON by hand into a string, for the hot path and for documents too large to hold as a
// tree. Borrows the string. Keys are literals of this program and are not escaped. Commas and,
// where asked for, line breaks are its business; that the calls nest properly is the caller's.
class JsonWriter {
 public:
  // `broken_levels`: how many levels of nesting, from outside, are broken into lines.
  explicit JsonWriter(std::string& text, int broken_levels = 0);

  void begin_object();
  void end_object();
  void begin_array();
  void end_array();

  JsonWriter& key(std::string_view name);
  JsonWriter& any_key(std::string_view bytes);  // one that is no literal

  void string(std::string_view bytes);
  void integer(std::int64_t number);
  void number(double number);  // finite, with one digit behind the point at least
  void boolean(bool value);
  void null();
  void strings(const std::vector<std::string>& list);

  // A member that is left out where it says nothing.
  void optional_string(std::string_view name, std::string_view bytes);
  void optional_strings(std::string_view name, const std::vector<std::string>& list);

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();
  void break_line(int level);

  std::string& text_;
  int broken_levels_;
  int depth_ = 0;
  bool first_ = true;       // nothing stands yet behind the innermost open bracket
  bool after_key_ = false;  // the next value belongs to the key just written
};

}  // namespace carpool
