#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace carpool {

// What the command line of a ctest says that matters to those who look at its entries.
struct CtestCommand {
  // For another ctest that is to show the entries which this one runs; all where they are not
  // known.
  std::vector<std::string> selection;
  // Whether they are: an option that nobody here knows may leave entries out.
  bool selection_known = true;
  // Whether it may leave out the entry that closes a ctest with the report, which is a fixture's
  // clean-up.
  bool leaves_clean_up_out = false;
  // --timeout: the limit of entries that have none of their own. A preset that nobody here reads
  // may have another.
  std::optional<std::chrono::milliseconds> timeout;
};

// `arguments`: the program first. Source: CMake's manual of ctest(1).
CtestCommand read_ctest_command(const std::vector<std::string>& arguments);

}  // namespace carpool
