#include "command_line/exporting.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>

#include "base/unfinished_file.h"
#include "report/report_building.h"
#include "report/timeline.h"

namespace carpool {
namespace {

std::string format_names() {
  std::string names;
  for (const ExportFormat& format : export_formats()) {
    if (!names.empty()) names += ", ";
    names += format.name;
  }
  return names;
}

// To the file, which appears whole or not at all; to the standard output for none.
class Destination {
 public:
  explicit Destination(const std::filesystem::path& file) {
    if (!file.empty() && file != "-") file_ = std::make_unique<UnfinishedFile>(file);
  }

  void write(std::string_view bytes) {
    if (file_) {
      file_->write(bytes);
    } else if (problem_ == 0 && std::fwrite(bytes.data(), 1, bytes.size(), stdout) < bytes.size()) {
      problem_ = errno;
    }
  }

  Result<void> close() {
    if (file_) return file_->publish();
    if (std::fflush(stdout) != 0 && problem_ == 0) problem_ = errno;
    if (problem_ == 0) return {};
    return Error{"cannot write to the standard output: " +
                 std::generic_category().message(problem_)};
  }

 private:
  std::unique_ptr<UnfinishedFile> file_;
  int problem_ = 0;  // errno of what went wrong first
};

}  // namespace

Result<void> export_run(const ExportFormat& format, const std::filesystem::path& run,
                        const std::filesystem::path& output) {
  Destination destination(output);
  const TextSink sink = [&](std::string_view bytes) { destination.write(bytes); };
  if (format.from_timeline != nullptr) {
    // Not the report: it leaves out when things were.
    const auto timeline = build_timeline(run);
    if (!timeline) return timeline.error();
    format.from_timeline(*timeline, sink);
  } else {
    const auto report = build_report(run);
    if (!report) return report.error();
    format.from_report(*report, sink);
  }
  return destination.close();
}

Result<void> export_comparison(const ExportFormat& format, const std::filesystem::path& file,
                               const std::filesystem::path& output) {
  if (format.from_comparison == nullptr) {
    return Error{file.string() + " is a comparison, of which " + std::string(format.name) +
                 " has nothing to tell: give a run"};
  }
  const auto comparison = read_comparison(file);
  if (!comparison) return comparison.error();
  Destination destination(output);
  format.from_comparison(*comparison, [&](std::string_view bytes) { destination.write(bytes); });
  return destination.close();
}

Error no_such_format(std::string_view name) {
  return Error{"there is no format '" + std::string(name) + "': the formats are " + format_names() +
               "; `carpool export --help` tells more"};
}

namespace {

// One of the comma-separated wishes: "junit:results/junit.xml".
Result<void> export_wish(std::string_view wish, const std::filesystem::path& run) {
  const std::size_t colon = wish.find(':');
  if (colon == std::string_view::npos || colon + 1 == wish.size()) {
    return Error{"'" + std::string(wish) + "' is not <format>:<file>"};
  }
  const ExportFormat* const format = find_export_format(wish.substr(0, colon));
  if (format == nullptr) return no_such_format(wish.substr(0, colon));
  return export_run(*format, run, std::string(wish.substr(colon + 1)));
}

}  // namespace

Result<void> export_as_wished(const std::filesystem::path& run) {
  const char* const wishes = std::getenv("CARPOOL_EXPORT");
  if (wishes == nullptr) return {};
  Result<void> result;
  std::string_view rest = wishes;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const auto written = export_wish(rest.substr(0, end), run);
    if (!written && result) result = written.error().within("CARPOOL_EXPORT");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return result;
}

}  // namespace carpool
