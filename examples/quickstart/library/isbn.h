#pragma once

#include <string>

namespace library {

// Whether the text is an ISBN-13: thirteen digits, hyphens between them allowed, the last one
// right.
bool is_isbn13(const std::string& text);

}  // namespace library
