#include "command_line/build_listing.h"

#include <cstdio>
#include <fstream>
#include <utility>

#include "base/script_argument.h"
#include "compare/scratch_directory.h"
#include "manifest/whole_file.h"
#include "process/command.h"

namespace carpool {
namespace {

// Discovery has limits of its own, of each target.
constexpr std::chrono::minutes kLongestListing{30};

// The program that belongs to the CMake which configured the folder.
Result<std::string> ctest_of(const std::filesystem::path& build) {
  const std::filesystem::path cache = build / "CMakeCache.txt";
  std::ifstream lines(cache);
  if (!lines) {
    return Error{"there is no " + cache.string() +
                 ": --build takes the folder that CMake has configured (cmake -B <folder>)"};
  }
  constexpr std::string_view kEntry = "CMAKE_CTEST_COMMAND:INTERNAL=";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kEntry)) return line.substr(kEntry.size());
  }
  return std::string("ctest");
}

}  // namespace

Result<std::vector<CTestEntry>> list_build_folder(const std::filesystem::path& build,
                                                  const std::string& configuration) {
  const auto ctest = ctest_of(build);
  if (!ctest) return ctest.error();
  const auto scratch = ScratchDirectory::create(build / "Testing" / "Carpool");
  if (!scratch) return scratch.error();
  // From elsewhere: any ctest writes Testing/Temporary/LastTest.log anew where it runs, and
  // `ctest --rerun-failed` reads what the last one of the user's has left there.
  std::ofstream script(scratch->path() / "CTestTestfile.cmake");
  script << "subdirs(" << script_argument(build.string()) << ")\n";
  script.close();
  if (!script) return Error{"cannot write " + (scratch->path() / "CTestTestfile.cmake").string()};
  Command command{.arguments = {*ctest, "--show-only=json-v1"},
                  .working_directory = scratch->path(),
                  .environment = {},
                  .deadline = kLongestListing,
                  .output_file = scratch->path() / "tests.json",
                  .error_file = scratch->path() / "messages"};
  if (!configuration.empty()) {
    command.arguments.insert(command.arguments.end(), {"-C", configuration});
  }
  const auto end = run_command(command);
  if (!end) return end.error().within("cannot list the tests of " + build.string());
  const auto messages = read_whole_file(command.error_file);
  if (messages && !messages->empty()) std::fputs(messages->c_str(), stderr);
  const std::string failed = "ctest cannot list the tests of " + build.string();
  if (!end->succeeded()) {
    return Error{failed + " (`" + *ctest + " --show-only=json-v1` there shows why)"};
  }
  const auto listing = read_whole_file(command.output_file);
  if (!listing) return listing.error();
  auto entries = parse_ctest_listing(*listing);
  if (!entries) return entries.error().within(failed);
  return entries;
}

}  // namespace carpool
