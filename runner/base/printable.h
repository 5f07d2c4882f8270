#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace carpool {

// What tests, files and users name, for a terminal: control characters never reach it.

// The text with every control character but LF and TAB, and every byte that is part of none in
// UTF-8, shown as \xNN or \uNNNN.
std::string printable(std::string_view text);

// The same, with LF and TAB shown as \n and \t too.
std::string on_one_line(std::string_view text);

// On one line and of at most `most` bytes, cut between characters: a name's end tells more than its
// beginning.
std::string shortened(std::string_view name, std::size_t most);

}  // namespace carpool
