#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace carpool {

// What an entry of CTest runs, where Carpool wrote it: a class, a method or, with neither name, all
// of a target.
struct ContinuousEntry {
  std::filesystem::path manifest;
  std::string class_name;
  std::string method;  // Suite.Name
};

// Reads the command of an entry; nothing where it is somebody else's.
std::optional<ContinuousEntry> continuous_entry(const std::vector<std::string>& command);

// Why a target has no entries: the words of the entry that stands in their place. Nothing for any
// other entry.
std::optional<std::string> problem_of_entry(const std::vector<std::string>& command);

// Whether the command is that of the entry that closes a ctest with the report.
bool is_report_entry(const std::vector<std::string>& command);

}  // namespace carpool
