#include "quiet_printer.h"

#include <cstdlib>

#include "framework.h"

namespace carpool {
namespace {

constexpr const char* kVariable = "GTEST_BRIEF";

bool variable_is_ours = false;

}  // namespace

void ask_for_quiet_printer() {
#if CARPOOL_GOOGLETEST_HAS_BRIEF
  if (std::getenv(kVariable) != nullptr) return;
  // The framework's flags may be initialised already (a shared library's are) or after this: the
  // first case needs the flag set, the second the variable.
  CARPOOL_GOOGLETEST_SET_FLAG(brief, true);
  setenv(kVariable, "1", 1);
  variable_is_ours = true;
#endif
}

void forget_quiet_printer() {
  if (variable_is_ours) unsetenv(kVariable);
  variable_is_ours = false;
}

bool printer_is_quiet() {
#if CARPOOL_GOOGLETEST_HAS_BRIEF
  return CARPOOL_GOOGLETEST_GET_FLAG(brief);
#else
  return false;
#endif
}

}  // namespace carpool
