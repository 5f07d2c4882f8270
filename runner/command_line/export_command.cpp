#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "command_line/exported_subject.h"
#include "command_line/exporting.h"
#include "command_line/verbs.h"
#include "export/export_format.h"

namespace carpool {
namespace {

struct ExportRequest {
  std::string format;
  std::filesystem::path subject;
  std::filesystem::path results = std::filesystem::path("Testing") / "Carpool";
  std::filesystem::path output;
};

std::string format_list() {
  std::string text;
  for (const ExportFormat& format : export_formats()) {
    std::string name(format.name);
    name.resize(std::max<std::size_t>(name.size(), 18), ' ');
    text += "  " + name + std::string(format.what) + "\n";
    text += "  " + std::string(18, ' ') + "carpool export " + std::string(format.name) + " -o " +
            std::string(format.file) + "\n";
  }
  return text;
}

std::string footer() {
  return "Examples, one for each format:\n" + format_list() +
         "Without a run: the last one of this build folder. A run is its folder\n"
         "(Testing/Carpool/runs/<id>), its report.json, or the folder of a build or of its "
         "results,\n"
         "whose last run it is then. Of a comparison.json: markdown and the benchmark formats.\n"
         "Exit codes: 0 it was written, whatever its tests came to; 2 usage, an unknown format "
         "for\n"
         "one; 3 there is no such run, it cannot be read, or the file cannot be written.\n";
}

ExitCode fail(const Error& error, ExitCode code = ExitCode::kCannotRun) {
  std::fprintf(stderr, "carpool export: %s\n", error.message.c_str());
  return code;
}

ExitCode export_documents(const ExportRequest& request) {
  const ExportFormat* const format = find_export_format(request.format);
  if (format == nullptr) {
    return fail(no_such_format(request.format), ExitCode::kUsage);
  }
  const auto subject = exported_subject(request.subject, request.results);
  if (!subject) return fail(subject.error());
  const auto written = subject->comparison.empty()
                           ? export_run(*format, subject->run, request.output)
                           : export_comparison(*format, subject->comparison, request.output);
  if (!written) return fail(written.error());
  return ExitCode::kGreen;
}

}  // namespace

VerbAction add_export_verb(CLI::App& program) {
  CLI::App* const verb = program.add_subcommand(
      "export", "Write a run or a comparison in a format that other tools read");
  const auto request = std::make_shared<ExportRequest>();
  verb->add_option("format", request->format, "one of those below")->required();
  auto* const subject =
      verb->add_option("run", request->subject, "the run or comparison; else the last run");
  verb->add_option("--results", request->results,
                   "take the last run of this results directory (Testing/Carpool)")
      ->excludes(subject);
  verb->add_option("-o,--output", request->output,
                   "write to this file, not to the standard output");
  verb->footer(footer());
  return [request] { return export_documents(*request); };
}

}  // namespace carpool
