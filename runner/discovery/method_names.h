#pragma once

#include <string>
#include <string_view>

#include "manifest/target_manifest.h"
#include "manifest/test_list.h"

namespace carpool {

// What has changed over the versions in how CMake's gtest_discover_tests() names a test.
struct NamingRules {
  bool reads_printed_list = false;    // GoogleTest's printed list; else its JSON
  bool cuts_at_any_slash = false;     // of a typed suite's name, else at the first before a digit
  bool replaces_given_names = false;  // a value takes the place of a name given to it, too
  bool strips_repeatedly = false;     // DISABLED_DISABLED_ goes as a whole
};

// Of the CMake version, such as "3.25.1"; those of the newest known one for any other text.
NamingRules naming_rules(std::string_view cmake_version);

// The name that gtest_discover_tests() gives the test, without TEST_PREFIX and TEST_SUFFIX. Where
// it would break on the name, a readable one; two tests may have the same one.
std::string method_name(const TargetManifest& manifest, const NamingRules& rules,
                        const TestClass& test_class, const TestMethod& method);

}  // namespace carpool
