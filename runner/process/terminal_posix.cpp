#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "process/terminal.h"

namespace carpool {

bool standard_output_is_terminal() {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const term = std::getenv("TERM");
  if (no_color && *no_color) return false;
  if (term && std::string_view(term) == "dumb") return false;
  return isatty(STDOUT_FILENO) == 1;
}

int terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace carpool
