#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace carpool {

// Red, green and skipped are told apart by the runner's own exit code, never by what tests print.
inline constexpr char kAllSkippedExitCode[] = "77";

// Ties each entry to the one that writes the report.
inline constexpr char kReportFixture[] = "carpool_report";

// CTest keeps names in line-based files, so a control character in one is shown as its escape,
// those in `kept` apart.
std::string without_controls(std::string_view name, std::string_view kept = {});

// One line of a set_tests_properties() call.
std::string property_line(std::string_view name, std::string_view value);

// Writes the commands that make entries of CTest, and the list of their names. Gives each a name
// that no other has.
class EntryScript {
 public:
  // `command` is what add_test() gets behind the name, `properties` are property lines.
  void add(const std::string& name, const std::string& command, const std::string& properties);

  // The commands, with the one that appends the names to the list variable, which the including
  // script has begun.
  std::string text(const std::string& list_variable) const;

 private:
  std::string unique(const std::string& name);

  std::string commands_;
  std::vector<std::string> names_;
  std::unordered_set<std::string> taken_;
};

}  // namespace carpool
