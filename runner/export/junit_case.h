#pragma once

#include <cstdint>
#include <pugixml.hpp>
#include <string>

#include "export/findings.h"
#include "report/report.h"

namespace carpool {

// How many test cases there are, and of which kind.
struct JunitCounts {
  std::int64_t tests = 0;
  std::int64_t failures = 0;
  std::int64_t errors = 0;
  std::int64_t skipped = 0;

  void add(const MethodReport& method);
  void add_trouble();
  void add(const JunitCounts& other);
};

// Nanoseconds as the format's seconds: "0.001235".
std::string junit_seconds(std::int64_t ns);

// The `testcase` of a method, or of a trouble, below `parent`. `class_name`: "target.Class".
void append_junit_case(pugi::xml_node parent, const std::string& class_name,
                       const MethodReport& method);
void append_junit_case(pugi::xml_node parent, const std::string& class_name,
                       const Trouble& trouble);

}  // namespace carpool
