#include "library/isbn.h"

namespace library {

bool is_isbn13(const std::string& text) {
  int digits = 0;
  int sum = 0;
  for (const char character : text) {
    if (character == '-' && digits > 0) continue;
    if (character < '0' || character > '9') return false;
    sum += (character - '0') * (digits % 2 == 0 ? 1 : 3);
    ++digits;
  }
  return digits == 13 && sum % 10 == 0;
}

}  // namespace library
