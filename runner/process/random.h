#pragma once

#include <cstddef>
#include <string>

namespace carpool {

// `size` random bytes from the operating system, as lower-case hexadecimal digits.
std::string random_hexadecimal(std::size_t size);

}  // namespace carpool
