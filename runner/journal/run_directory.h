#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "journal/record.h"

namespace carpool {

struct ProcessOrigin;

// Where one run's journals lie: `<results>/runs/<id>`. A run is one `ctest` or one `carpool run`.
struct RunDirectory {
  std::filesystem::path path;
  // "20261202T004512.12Z-0004711": when that process started, and its number. A later run's sorts
  // behind, also where several runs take less than a second.
  std::string id;
};

// The id of the `number`th run that a process begins.
std::string run_id_of(const ProcessOrigin& process, int number = 1);

// Whether the run began after the other: by the names of their directories, unless the kernel's own
// count says that the clock was set back between them.
bool began_later(const std::filesystem::path& run, const std::filesystem::path& than);

// The directory of this process's run, created where it does not exist. Under CTest the id comes
// from the `ctest` process above this one, so that all entries of one `ctest` meet in one directory
// and two of them at once never do, whatever is done to the system's clock meanwhile. Else the
// directory is this process's own.
Result<RunDirectory> run_directory(const std::filesystem::path& results, bool under_ctest);

// The same under a ctest that is not above this process but known by its number.
Result<RunDirectory> run_directory_of(const std::filesystem::path& results,
                                      std::int64_t ctest_process_id);

// Whether the caller is the first in this run to ask for `task`, over all its processes: what is to
// be done once in a run is then the caller's to do.
bool claim(const RunDirectory& directory, const std::string& task);

// The identity of the process that a run is named after, as its directory records it; empty where
// it does not.
std::string process_of_run(const std::filesystem::path& run_directory);

// The directory that run_directory(results, true) would give, without creating it.
Result<RunDirectory> ctest_run_directory(const std::filesystem::path& results);

// The first line of a journal that begins now: time and host filled in.
RunStarted describe_run(const std::string& run_id, const std::string& version,
                        const std::vector<std::string>& command_line);

}  // namespace carpool
