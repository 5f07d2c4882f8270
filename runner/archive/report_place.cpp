#include "archive/report_place.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "archive/named_folder.h"
#include "journal/journal.h"
#include "journal/retention.h"
#include "manifest/whole_file.h"
#include "report/report_building.h"
#include "report/report_encoding.h"

namespace carpool {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kReportFile = "report.json";
constexpr std::size_t kLongestHeader = 1024;  // bytes
constexpr std::string_view kAnyArchive = "carpool/archive/";

bool is_there(const fs::path& path) {
  std::error_code ignored;  // what cannot be looked at is not
  return fs::exists(path, ignored);
}

// A folder of runs as a whole, or the one run that a folder is.
std::vector<ReportPlace> in_folder(const fs::path& given) {
  const NamedFolder named = named_folder(given);
  std::vector<ReportPlace> places;
  if (named.kind == NamedFolder::Kind::kRun) places.push_back({.path = named.path});
  if (named.kind == NamedFolder::Kind::kResults) {
    for (fs::path& run : runs_in(named.path)) places.push_back({.path = std::move(run)});
  }
  return places;
}

// What an archive's first line says; nothing where it is no archive's.
struct ArchiveHeader {
  std::string schema;
  std::optional<std::uint64_t> runs;
};

std::optional<ArchiveHeader> archive_header(const std::string& line) {
  const Json header = Json::parse(line, nullptr, false);
  if (!header.is_object()) return std::nullopt;
  const auto schema = header.find("schema");
  if (schema == header.end() || !schema->is_string()) return std::nullopt;
  ArchiveHeader found{.schema = schema->get<std::string>()};
  if (!found.schema.starts_with(kAnyArchive)) return std::nullopt;
  if (const auto runs = header.find("runs"); runs != header.end() && runs->is_number_unsigned()) {
    found.runs = runs->get<std::uint64_t>();
  }
  return found;
}

Result<std::vector<ReportPlace>> archive_lines(const fs::path& file, std::istream& stream,
                                               const ArchiveHeader& header, std::uint64_t offset) {
  if (header.schema != kArchiveSchema) {
    return Error{file.string() + " is an archive of another version (" + header.schema +
                 "): this Carpool reads " + kArchiveSchema +
                 "; take the Carpool that wrote it, or a newer one"};
  }
  std::vector<ReportPlace> places;
  std::string line;
  while (std::getline(stream, line)) {
    const bool is_whole = !stream.eof();  // its line feed is there
    if (is_whole) {
      places.push_back({.kind = ReportPlace::Kind::kArchiveLine,
                        .path = file,
                        .offset = offset,
                        .size = line.size(),
                        .line = places.size() + 2});
    }
    offset += line.size() + 1;
  }
  if (!header.runs || *header.runs != places.size()) {
    const bool has_more = header.runs && *header.runs < places.size();
    return Error{file.string() + (has_more ? " was added to" : " was cut off") +
                 ": it was written with " +
                 (header.runs ? std::to_string(*header.runs) : "an unknown number of") +
                 " runs, and " + std::to_string(places.size()) + " are there; merge it anew"};
  }
  return places;
}

Result<std::vector<ReportPlace>> in_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string first_line;
  if (!stream || (!std::getline(stream, first_line) && !stream.eof())) {
    const std::error_code problem(errno, std::generic_category());
    return Error{"cannot read " + file.string() + ": " + problem.message()};
  }
  if (const auto header = archive_header(first_line)) {
    return archive_lines(file, stream, *header, first_line.size() + 1);
  }
  if (first_line.find("\"carpool/journal/") != std::string::npos) {
    return Error{file.string() + " is one journal of a run: give the run's folder, " +
                 file.parent_path().string()};
  }
  return std::vector<ReportPlace>{{.kind = ReportPlace::Kind::kReportFile, .path = file}};
}

// Whether a run's report.json holds all that its journals do.
bool is_up_to_date(const fs::path& run) {
  std::error_code problem;
  const auto written_at = fs::last_write_time(run / kReportFile, problem);
  if (problem) return false;
  const auto journals = journal_files(run);
  return journals && std::none_of(journals->begin(), journals->end(), [&](const fs::path& file) {
           std::error_code unknown;
           return fs::last_write_time(file, unknown) > written_at || unknown;
         });
}

bool has_report_that_counts(const fs::path& run) {
  return is_up_to_date(run) || (!holds_journals(run) && is_there(run / kReportFile));
}

std::uint64_t file_bytes(const fs::path& file) {
  std::error_code unknown;  // what is not there is nothing to read
  const std::uintmax_t size = fs::file_size(file, unknown);
  return unknown ? 0 : size;
}

Result<std::string> run_report(const fs::path& run) {
  if (has_report_that_counts(run)) {
    return read_whole_file(run / kReportFile);
  }
  const auto report = build_report(run);
  if (!report) return report.error();
  std::string text;
  encode_report(*report, [&](std::string_view bytes) { text += bytes; });
  return text;
}

Result<std::string> archived_report(const ReportPlace& place) {
  std::ifstream stream(place.path, std::ios::binary);
  std::string text(place.size, '\0');
  stream.seekg(static_cast<std::streamoff>(place.offset));
  if (!stream.read(text.data(), static_cast<std::streamsize>(text.size()))) {
    return Error{"it can no longer be read: somebody has changed the archive meanwhile"};
  }
  return text;
}

}  // namespace

std::string ReportPlace::in_words() const {
  if (kind != Kind::kArchiveLine) return path.string();
  return path.string() + ", line " + std::to_string(line);
}

Result<std::vector<ReportPlace>> report_places(const fs::path& given) {
  std::error_code problem;
  const fs::file_status status = fs::status(given, problem);
  if (!fs::exists(status)) {
    return Error{"there is no " + given.string() +
                 ": give a build folder, a run's folder, a report.json or an archive"};
  }
  if (!fs::is_directory(status)) return in_file(given);
  const fs::directory_iterator readable(given, problem);
  if (problem) return Error{"cannot read " + given.string() + ": " + problem.message()};
  return in_folder(given);
}

bool is_archive(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string beginning(kLongestHeader, '\0');
  stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(stream.gcount()));
  return archive_header(beginning.substr(0, beginning.find('\n'))).has_value();
}

Result<std::string> report_text(const ReportPlace& place) {
  switch (place.kind) {
    case ReportPlace::Kind::kRunFolder:
      return run_report(place.path);
    case ReportPlace::Kind::kReportFile:
      return read_whole_file(place.path);
    case ReportPlace::Kind::kArchiveLine:
      return archived_report(place);
  }
  return Error{"there is no such place"};
}

std::uint64_t bytes_to_read(const ReportPlace& place) {
  switch (place.kind) {
    case ReportPlace::Kind::kArchiveLine:
      return place.size;
    case ReportPlace::Kind::kReportFile:
      return file_bytes(place.path);
    case ReportPlace::Kind::kRunFolder:
      break;
  }
  if (has_report_that_counts(place.path)) return file_bytes(place.path / kReportFile);
  std::uint64_t bytes = 0;
  const auto journals = journal_files(place.path);
  if (!journals) return bytes;
  for (const fs::path& file : *journals) bytes += file_bytes(file);
  return bytes;
}

bool may_grow(const ReportPlace& place) {
  if (place.kind != ReportPlace::Kind::kRunFolder) return false;
  // An entry that was killed leaves a report while its ctest goes on with the next.
  return run_process_lives(place.path) || (!is_up_to_date(place.path) && may_be_active(place.path));
}

}  // namespace carpool
