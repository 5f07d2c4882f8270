#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "export/text_pieces.h"

namespace carpool {

// Passes JSON on in a form that may stand inside a <script> of an HTML page: no text in it can end
// the script, begin a comment, or break a line where a script reader would see one. The value of
// the JSON stays the same, for the characters concerned stand in JSON's strings only, where they
// may be written as \uXXXX: < > & U+2028 U+2029. Pieces may be cut anywhere.
class ScriptText {
 public:
  explicit ScriptText(TextSink sink) : sink_(std::move(sink)) {}

  void write(std::string_view json);

  // To be called after the last piece.
  void finish();

 private:
  TextSink sink_;
  std::string held_back_;  // the beginning of a character that may be a separator
};

}  // namespace carpool
