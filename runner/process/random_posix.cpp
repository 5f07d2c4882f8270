#include <sys/random.h>

#include <cerrno>
#include <cstdlib>

#include "process/random.h"

namespace carpool {

std::string random_hexadecimal(std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got = getrandom(bytes.data() + filled, size - filled, 0);
    if (got < 0 && errno != EINTR) std::abort();  // cannot happen on a kernel that has pidfd_open
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  std::string digits;
  for (const char byte : bytes) {
    constexpr char kDigits[] = "0123456789abcdef";
    digits += kDigits[static_cast<unsigned char>(byte) >> 4];
    digits += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return digits;
}

}  // namespace carpool
