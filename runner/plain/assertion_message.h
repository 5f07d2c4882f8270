#pragma once

#include <string_view>

namespace carpool {

// Whether these are the words of one of GoogleTest's own assertions. GoogleTest's event stream
// tells the reason of a skip like a failure; but that is the test's own text, which has not this
// form. Of others, FAIL() without a word among them, nobody knows. Source: gtest.cc, gtest.h and
// gtest-internal.h; the forms have been the same from 1.10 to 1.17.
bool is_assertion_message(std::string_view message);

}  // namespace carpool
