#include "plain/assertion_message.h"

#include <algorithm>

namespace carpool {
namespace {

// How a message begins, and what follows somewhere behind that.
struct Form {
  std::string_view begins;
  std::string_view has;
};

constexpr Form kForms[] = {
    {"Failed\n", ""},
    {"Expected equality of these values:\n  ", ""},
    {"Value of: ", "\n  Actual: "},
    {"Expected: ", ", actual: "},
    {"Expected: ", "\n  Actual: "},
    {"The difference between ", ", which exceeds "},
    {"Death test: ", "\n    Result: "},
    {"C++ exception with description \"", "\" thrown in "},
    {"Unknown C++ exception thrown in ", ""},
};

}  // namespace

bool is_assertion_message(std::string_view message) {
  return std::ranges::any_of(kForms, [&](const Form& form) {
    if (!message.starts_with(form.begins)) return false;
    const std::string_view rest = message.substr(form.begins.size());
    return rest.find_first_not_of('\n') != std::string_view::npos &&
           rest.find(form.has) != std::string_view::npos;
  });
}

}  // namespace carpool
