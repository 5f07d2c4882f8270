#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace carpool {

// One runnable test as the framework lists it. `name` is without its class.
struct TestMethod {
  std::string name;
  // As the framework prints them; empty for none. The plugin cuts long ones and says so in them.
  std::string type_parameter;
  std::string value_parameter;
  std::string file;
  int line = 0;
  bool disabled = false;
};

// The methods that share a fixture: one GoogleTest test suite. In the executable's own order.
struct TestClass {
  std::string name;
  std::vector<TestMethod> methods;
};

// What an executable file was when its tests were listed, so that a rebuilt one is noticed.
struct ExecutableIdentity {
  std::filesystem::path path;
  std::uint64_t size_bytes = 0;
  std::int64_t modified_ns = 0;  // since the Unix epoch

  bool operator==(const ExecutableIdentity&) const = default;
};

// All tests of one batch executable (schema carpool/tests/v1).
struct TestList {
  ExecutableIdentity executable;
  std::string framework;
  std::string framework_version;
  std::vector<std::string> unmatched_isolate;  // ISOLATE globs that match none of the methods
  std::vector<TestClass> classes;
};

// The file as it is now. The error names it.
Result<ExecutableIdentity> identify_executable(const std::filesystem::path& executable);

// The error names the file and the mend. Reads without a document tree: lists of 100,000 tests are
// ordinary.
Result<TestList> read_test_list(const std::filesystem::path& file);

// The same for those who run tests: of the methods no more than names and whether they are
// disabled is sure to be there; with `only_classes`, other classes may be left out.
Result<TestList> read_test_names(const std::filesystem::path& file,
                                 const std::vector<std::string>& only_classes = {});

// Writes the list so that it only ever appears whole.
Result<void> write_test_list(const TestList& list, const std::filesystem::path& file);

}  // namespace carpool
