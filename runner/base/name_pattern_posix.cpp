#include <regex.h>

#include <utility>

#include "base/name_pattern.h"

namespace carpool {
namespace {

// Braces outside of brackets, quoted. Inside they are ordinary already.
std::string with_plain_braces(const std::string& expression) {
  std::string text;
  bool in_brackets = false;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    const char character = expression[at];
    if (in_brackets) {
      in_brackets = character != ']';
    } else if (character == '\\' && at + 1 < expression.size()) {
      text += character;
      text += expression[++at];
      continue;
    } else if (character == '[') {
      in_brackets = true;
      text += character;
      // A bracket that comes first, or right behind `^`, is one of the characters.
      if (expression.compare(at + 1, 1, "^") == 0) text += expression[++at];
      if (expression.compare(at + 1, 1, "]") == 0) text += expression[++at];
      continue;
    } else if (character == '{' || character == '}') {
      text += '\\';
    }
    text += character;
  }
  return text;
}

}  // namespace

struct NamePattern::Compiled {
  Compiled() = default;
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  ~Compiled() {
    if (is_valid) regfree(&expression);
  }

  regex_t expression{};
  bool is_valid = false;
};

Result<NamePattern> NamePattern::compile(const std::string& expression) {
  const auto compiled = std::make_shared<Compiled>();
  const int problem = regcomp(&compiled->expression, with_plain_braces(expression).c_str(),
                              REG_EXTENDED | REG_NOSUB);
  if (problem != 0) {
    char words[200];
    regerror(problem, &compiled->expression, words, sizeof words);
    return Error{"'" + expression + "' is no regular expression: " + words};
  }
  compiled->is_valid = true;
  return NamePattern(compiled);
}

bool NamePattern::is_found_in(const std::string& name) const {
  return regexec(&compiled_->expression, name.c_str(), 0, nullptr, 0) == 0;
}

}  // namespace carpool
