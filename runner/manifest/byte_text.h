#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace carpool {

// Whether the bytes can stand in a JSON document as they are.
bool is_utf8(std::string_view bytes);

// Two lower-case digits a byte; back again, nullopt where the text is no such thing.
std::string to_hexadecimal(std::string_view bytes);
std::optional<std::string> from_hexadecimal(std::string_view digits);

}  // namespace carpool
