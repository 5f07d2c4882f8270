#include <sys/utsname.h>

#include <system_error>
#include <thread>

#include "journal/process_origin_posix.h"
#include "journal/run_directory.h"
#include "journal/timestamp.h"

namespace carpool {
namespace {

constexpr int kMostRunsOfOneId = 10'000;

RunDirectory directory_of(const std::filesystem::path& results, const std::string& id) {
  return {.path = results / "runs" / id, .id = id};
}

std::string run_id_of(const ProcessOrigin& process) {
  return compact_timestamp(process.started_at_ns) + "-" + std::to_string(process.process_id);
}

Result<void> create(const std::filesystem::path& directory) {
  std::error_code problem;
  std::filesystem::create_directories(directory, problem);
  if (problem) return Error{"cannot create " + directory.string() + ": " + problem.message()};
  return {};
}

// A process may start several runs; each gets a directory that did not exist before.
Result<RunDirectory> own_directory(const std::filesystem::path& results) {
  if (const auto created = create(results / "runs"); !created) return created.error();
  const std::string id = run_id_of(this_process());
  for (int number = 1; number <= kMostRunsOfOneId; ++number) {
    const RunDirectory directory =
        directory_of(results, number == 1 ? id : id + "-" + std::to_string(number));
    std::error_code problem;
    if (std::filesystem::create_directory(directory.path, problem)) return directory;
    if (problem) {
      return Error{"cannot create " + directory.path.string() + ": " + problem.message()};
    }
  }
  return Error{"cannot create a run directory in " + results.string() + ": too many of " + id};
}

}  // namespace

Result<RunDirectory> ctest_run_directory(const std::filesystem::path& results) {
  const auto ctest = ctest_above();
  if (!ctest) return Error{"cannot tell which ctest this is part of: no parent process in /proc"};
  return directory_of(results, run_id_of(*ctest));
}

Result<RunDirectory> run_directory(const std::filesystem::path& results, bool under_ctest) {
  if (!under_ctest) return own_directory(results);
  auto directory = ctest_run_directory(results);
  if (!directory) return directory;
  if (const auto created = create(directory->path); !created) return created.error();
  return directory;
}

RunStarted describe_run(const std::string& run_id, const std::string& version,
                        const std::vector<std::string>& command_line) {
  utsname host{};
  RunStarted record{.run_id = run_id,
                    .started_at = rfc3339(unix_time_ns()),
                    .version = version,
                    .host_name = {},
                    .host_system = {},
                    .host_cores = static_cast<int>(std::thread::hardware_concurrency()),
                    .command_line = command_line};
  if (::uname(&host) == 0) {
    record.host_name = host.nodename;
    record.host_system = std::string(host.sysname) + " " + host.release + " " + host.machine;
  }
  return record;
}

}  // namespace carpool
