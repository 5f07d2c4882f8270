#include <fcntl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/regular_file.h"
#include "base/unfinished_file.h"
#include "journal/process_origin_posix.h"
#include "journal/retention.h"
#include "journal/run_directory.h"
#include "journal/timestamp.h"

namespace carpool {
namespace {

constexpr int kMostRunsOfOneId = 9'999;
constexpr std::size_t kRunDigits = 4;
constexpr std::size_t kProcessDigits = 7;  // of the most that Linux allows, 2^22
constexpr const char* kProcessFile = ".process";

RunDirectory directory_of(const std::filesystem::path& results, const std::string& id) {
  return {.path = results / "runs" / id, .id = id};
}

// All of one length, since later runs are known by names that sort behind.
std::string padded(const std::string& digits, std::size_t size) {
  return std::string(size - std::min(size, digits.size()), '0') + digits;
}

Result<void> create(const std::filesystem::path& directory) {
  std::error_code problem;
  std::filesystem::create_directories(directory, problem);
  if (problem) return Error{"cannot create " + directory.string() + ": " + problem.message()};
  return {};
}

// Whoever reads this finds the run again although the time in its name may have become another.
// Where it cannot be written the name has to do.
void record_process(const RunDirectory& directory, const ProcessOrigin& process) {
  if (!process_of_run(directory.path).empty()) return;
  UnfinishedFile file(directory.path / kProcessFile);
  file.write(process.identity + "\n");
  (void)file.publish();
}

// A process may start several runs; each gets a directory that did not exist before.
Result<RunDirectory> own_directory(const std::filesystem::path& results) {
  if (const auto created = create(results / "runs"); !created) return created.error();
  const ProcessOrigin self = this_process();
  for (int number = 1; number <= kMostRunsOfOneId; ++number) {
    const RunDirectory directory = directory_of(results, run_id_of(self, number));
    std::error_code problem;
    if (std::filesystem::create_directory(directory.path, problem)) {
      record_process(directory, self);
      return directory;
    }
    if (problem) {
      return Error{"cannot create " + directory.path.string() + ": " + problem.message()};
    }
  }
  return Error{"cannot create a run directory in " + results.string() + ": too many of " +
               run_id_of(self)};
}

// The run that an earlier entry of the same ctest has begun: mostly the newest.
std::optional<RunDirectory> begun_by(const ProcessOrigin& ctest,
                                     const std::filesystem::path& results) {
  const std::vector<std::filesystem::path> runs = runs_in(results);
  const auto begun = std::find_if(runs.rbegin(), runs.rend(), [&](const auto& run) {
    return process_of_run(run) == ctest.identity;
  });
  if (begun == runs.rend()) return std::nullopt;
  return RunDirectory{.path = *begun, .id = begun->filename().string()};
}

RunDirectory directory_of_ctest(const ProcessOrigin& ctest, const std::filesystem::path& results) {
  if (const auto begun = begun_by(ctest, results)) return *begun;
  // In another container a ctest of the same number may have started in the same second.
  int number = 1;
  while (number < kMostRunsOfOneId) {
    // Another entry of this ctest may have made it since begun_by() looked.
    const std::string owner = process_of_run(directory_of(results, run_id_of(ctest, number)).path);
    if (owner.empty() || owner == ctest.identity) break;
    ++number;
  }
  return directory_of(results, run_id_of(ctest, number));
}

Result<RunDirectory> make_directory_of(const ProcessOrigin& ctest,
                                       const std::filesystem::path& results) {
  RunDirectory directory = directory_of_ctest(ctest, results);
  if (const auto created = create(directory.path); !created) return created.error();
  record_process(directory, ctest);
  return directory;
}

Result<ProcessOrigin> ctest_process() {
  if (auto ctest = ctest_above()) return std::move(*ctest);
  return Error{"cannot tell which ctest this is part of: no parent process in /proc"};
}

}  // namespace

std::string run_id_of(const ProcessOrigin& process, int number) {
  const std::string id = compact_timestamp(process.started_at_ns) + "-" +
                         padded(std::to_string(process.process_id), kProcessDigits);
  if (number == 1) return id;
  return id + "-" + padded(std::to_string(number), kRunDigits);
}

bool began_later(const std::filesystem::path& run, const std::filesystem::path& than) {
  const bool by_name = run.filename() > than.filename();
  if (!by_name) return false;
  return started_later(process_of_run(run), process_of_run(than)).value_or(true);
}

bool claim(const RunDirectory& directory, const std::string& task) {
  Digest digest;
  digest.add(task);
  const Digest::Name told = digest.make();
  const std::string name = ".claimed-" + std::string(told.name, Digest::Name::kSize);
  const int descriptor =
      ::open((directory.path / name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor >= 0) ::close(descriptor);
  // Where nothing can be created, done twice is better than not at all.
  return descriptor >= 0 || errno != EEXIST;
}

std::string process_of_run(const std::filesystem::path& run_directory) {
  if (!expect_regular_file(run_directory / kProcessFile)) return {};
  std::ifstream input(run_directory / kProcessFile);
  std::string identity;
  std::getline(input, identity);
  return identity;
}

Result<RunDirectory> ctest_run_directory(const std::filesystem::path& results) {
  const auto ctest = ctest_process();
  if (!ctest) return ctest.error();
  return directory_of_ctest(*ctest, results);
}

Result<RunDirectory> run_directory(const std::filesystem::path& results, bool under_ctest) {
  if (!under_ctest) return own_directory(results);
  const auto ctest = ctest_process();
  if (!ctest) return ctest.error();
  return make_directory_of(*ctest, results);
}

Result<RunDirectory> run_directory_of(const std::filesystem::path& results,
                                      std::int64_t ctest_process_id) {
  const auto ctest = instead_of_ctest(ctest_process_id);
  if (!ctest) return Error{"the ctest that this is part of is gone"};
  return make_directory_of(*ctest, results);
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
