#include "compare/continuous_run.h"

#include <nlohmann/json.hpp>

#include "base/exit_code.h"
#include "compare/journal_summary.h"
#include "journal/json_writer.h"
#include "manifest/byte_text.h"
#include "manifest/test_environment.h"
#include "manifest/whole_file.h"

namespace carpool {
namespace {

using nlohmann::json;

Result<void> write_manifest_copy(const std::filesystem::path& original,
                                 const std::filesystem::path& copy,
                                 const std::filesystem::path& results) {
  const Result<std::string> text = read_whole_file(original);
  if (!text) return text.error();
  json manifest = json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!manifest.is_object()) return Error{"cannot read " + original.string() + " as JSON"};
  manifest["results_directory"] = results.string();
  manifest["retries"] = 0;
  return write_whole_file(copy,
                          manifest.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

// A name as the journal has it, where a text that is not UTF-8 cannot stand.
std::string journal_text(const std::string& name) {
  if (is_utf8(name)) return name;
  std::string quoted;
  append_json_string(quoted, name);
  return json::parse(quoted).get<std::string>();
}

std::string last_lines(const std::filesystem::path& file) {
  constexpr std::size_t kEnough = 2000;
  const Result<std::string> text = read_whole_file(file);
  if (!text) return text.error().message;
  return text->size() > kEnough ? text->substr(text->size() - kEnough) : *text;
}

// A red test is a result; everything else that is not green means that there is nothing to measure.
bool has_run(const CommandEnd& end) {
  return end.exit_code == static_cast<int>(ExitCode::kGreen) ||
         end.exit_code == static_cast<int>(ExitCode::kRed);
}

}  // namespace

Result<ContinuousRun> ContinuousRun::prepare(const TargetManifest& manifest, const Request& request,
                                             const std::filesystem::path& scratch,
                                             RunCommand run_command) {
  Result<EnvironmentChanges> environment = test_environment(manifest);
  if (!environment) return environment.error();
  const std::filesystem::path results = scratch / "continuous";
  const std::filesystem::path copy = scratch / "manifest.json";
  const Result<void> written = write_manifest_copy(request.manifest_file, copy, results);
  if (!written) return written.error();
  Command command;
  command.arguments = {request.carpool.string(),    "run", "--manifest", copy.string(), "--jobs",
                       std::to_string(request.jobs)};
  for (const std::string& name : request.class_names) {
    command.arguments.push_back("--class");
    command.arguments.push_back(name);
  }
  command.environment = std::move(*environment);
  command.output_file = scratch / "continuous.txt";
  return ContinuousRun(std::move(command), results, std::move(run_command));
}

Result<ContinuousRun::Outcome> ContinuousRun::run(const std::vector<ComparedClass>& classes) const {
  const Result<CommandEnd> end = run_command_(command_);
  if (!end) return end.error();
  if (!has_run(*end)) {
    return Error{"`carpool run` could not run the tests:\n" + last_lines(command_.output_file)};
  }
  const Result<JournalSummary> summary = summarise_journals(results_);
  // Gone before the next round, so that each round finds only its own. What else the runner keeps
  // in the results folder (timing history) stays, as it does between a user's runs.
  std::error_code ignored;
  std::filesystem::remove_all(results_ / "runs", ignored);
  if (!summary) return summary.error();

  Outcome outcome;
  outcome.round.wall_ns = end->wall_ns;
  for (const ComparedClass& compared : classes) {
    const ClassSummary found = summary->of_class(journal_text(compared.name));
    outcome.round.class_ns.push_back(found.busy_ns);
    outcome.class_statuses.push_back(found.status);
    outcome.verdicts.emplace_back();
    for (const ComparedMethod& method : compared.methods) {
      const std::string name = journal_text(method.name);
      const auto verdict = found.methods.find(name);
      const ContinuousVerdict missing{.status = MethodStatus::kNotRun,
                                      .detail = "not in the journal"};
      outcome.verdicts.back().push_back(verdict == found.methods.end() ? missing : verdict->second);
      outcome.round.outcomes.emplace_back(to_word(outcome.verdicts.back().back().status));
      const auto duration_ns = found.method_ns.find(name);
      outcome.round.method_ns.push_back(duration_ns == found.method_ns.end() ? 0
                                                                             : duration_ns->second);
    }
  }
  return outcome;
}

}  // namespace carpool
