#include "command_line/chosen_run.h"

#include <string>
#include <system_error>

#include "archive/named_folder.h"
#include "journal/retention.h"

namespace carpool {
namespace {

std::string mend_for_results(const std::filesystem::path& given) {
  const std::filesystem::path usual = given / "Testing" / "Carpool";
  if (exists_as_directory(usual)) return "give --results " + usual.string();
  return "run ctest first, or say by --results where its results are: Testing/Carpool in the build "
         "folder";
}

}  // namespace

bool exists_as_directory(const std::filesystem::path& path) {
  std::error_code ignored;  // what cannot be looked at is no directory
  return std::filesystem::is_directory(path, ignored);
}

Result<ChosenRun> run_in_directory(const std::filesystem::path& given) {
  std::filesystem::path directory = std::filesystem::absolute(given).lexically_normal();
  if (!directory.has_filename()) directory = directory.parent_path();  // "runs/x/"
  if (!exists_as_directory(directory)) {
    return Error{"there is no run in " + directory.string() +
                 ": a run is <results>/runs/<id>; --results <results> takes the last one"};
  }
  const NamedFolder named = named_folder(directory);
  if (named.kind == NamedFolder::Kind::kResults) return last_run_in(named.path);
  const std::filesystem::path runs = directory.parent_path();
  return ChosenRun{
      .directory = directory,
      .results = runs.filename() == "runs" ? runs.parent_path() : std::filesystem::path()};
}

Result<ChosenRun> last_run_in(const std::filesystem::path& given) {
  const std::filesystem::path results = std::filesystem::absolute(given).lexically_normal();
  const auto runs = runs_in(results);
  if (runs.empty()) {
    return Error{"there is no run in " + (results / "runs").string() + ": " +
                 mend_for_results(results)};
  }
  return ChosenRun{.directory = runs.back(), .results = results};
}

}  // namespace carpool
