#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace carpool {

inline constexpr const char* kArchiveSchema = "carpool/archive/v1";

// Where the report of one run is to be had.
struct ReportPlace {
  enum class Kind { kRunFolder, kReportFile, kArchiveLine };

  Kind kind = Kind::kRunFolder;
  std::filesystem::path path;
  std::uint64_t offset = 0;  // of an archive's line, in bytes
  std::uint64_t size = 0;
  std::uint64_t line = 0;

  std::string in_words() const;  // "all.ndjson, line 3"
};

// The runs in what a user names: an archive, a report.json, a run's folder, the folder that holds
// runs, a results folder (Testing/Carpool) or a build folder. None where a folder holds none. An
// error where there is no such file or folder, it cannot be read, or it is an archive that was cut
// off or is of another version.
Result<std::vector<ReportPlace>> report_places(const std::filesystem::path& given);

// Whether this is the file of an archive, of any version.
bool is_archive(const std::filesystem::path& file);

// The report's JSON: a run's report.json; where it has none, or its journals have grown since, what
// they come to. Changes nothing.
Result<std::string> report_text(const ReportPlace& place);

// How much report_text() has to read: its report, or the journals that one is computed from.
std::uint64_t bytes_to_read(const ReportPlace& place);

// Whether this is the folder of a run that somebody may still add to.
bool may_grow(const ReportPlace& place);

}  // namespace carpool
