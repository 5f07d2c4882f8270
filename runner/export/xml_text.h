#pragma once

#include <string>
#include <string_view>

namespace carpool {

// The bytes as characters that XML 1.0 can hold (section 2.2, Char): what is not UTF-8, a control
// other than TAB, LF and CR, and U+FFFE and U+FFFF become U+FFFD. Quoting is the writer's business.
std::string xml_text(std::string_view bytes);

}  // namespace carpool
