#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "base/script_argument.h"
#include "broker/entry_listing.h"
#include "manifest/whole_file.h"
#include "process/random.h"

namespace carpool {
namespace {

namespace fs = std::filesystem;

// As long as the ctest that runs has taken for it, and far more on a machine that is busy.
constexpr std::chrono::minutes kLongest{4};
// Who made a folder that old, and has no lock on it, was killed. Where there are no locks: that
// old.
constexpr std::chrono::minutes kUnlocked{1};
constexpr std::chrono::hours kLeftBehind{1};
constexpr char kStem[] = "entries-";

fs::path about(const exec::CtestProcess& ctest, const char* what) {
  return fs::path("/proc") / std::to_string(ctest.process_id) / what;
}

fs::path target_of(const fs::path& link) {
  std::error_code failure;
  return fs::read_symlink(link, failure);
}

// The strings of a file of /proc, each with a NUL behind it.
std::vector<std::string> strings_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<std::string> strings;
  for (std::string text; std::getline(stream, text, '\0');) strings.push_back(std::move(text));
  return strings;
}

bool has_entries(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "CTestTestfile.cmake", ignored);
}

// Where the ctest has found its entries. One that runs a script of dashboards is somewhere else.
fs::path folder_of(const exec::CtestProcess& ctest, const fs::path& results) {
  const fs::path current = target_of(about(ctest, "cwd"));
  if (has_entries(current)) return current;
  const fs::path build = results.parent_path().parent_path();
  return has_entries(build) ? build : fs::path();
}

// Held by whoever has made the folder; the kernel takes it back from a process that dies.
enum class Lock { kTaken, kHeldByAnother, kNotToBeHad };

struct FolderLock {
  FileDescriptor descriptor;
  Lock outcome;
};

FolderLock lock_folder(const fs::path& folder) {
  FileDescriptor descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor && flock(descriptor.number(), LOCK_EX | LOCK_NB) == 0) {
    return {std::move(descriptor), Lock::kTaken};
  }
  return {{}, descriptor && errno == EWOULDBLOCK ? Lock::kHeldByAnother : Lock::kNotToBeHad};
}

void remove_left_behind(const fs::path& results) {
  std::error_code failure;
  for (const auto& each : fs::directory_iterator(results, failure)) {
    if (!each.path().filename().string().starts_with(kStem)) continue;
    std::error_code ignored;
    const auto made = fs::last_write_time(each.path(), ignored);
    const auto age = fs::file_time_type::clock::now() - made;
    if (ignored || age < kUnlocked) continue;
    const FolderLock lock = lock_folder(each.path());
    const bool is_left =
        lock.outcome == Lock::kTaken || (lock.outcome == Lock::kNotToBeHad && age > kLeftBehind);
    if (is_left) fs::remove_all(each.path(), ignored);
  }
}

// A project whose entries are those of `build`. Empty where it cannot be written.
fs::path make_folder(const fs::path& results, const fs::path& build) {
  remove_left_behind(results);
  const fs::path folder = results / (kStem + random_hexadecimal(8));
  std::error_code failure;
  if (!fs::create_directories(folder, failure)) return {};
  std::ofstream script(folder / "CTestTestfile.cmake");
  script << "subdirs(" << script_argument(build.string()) << ")\n";
  script.close();
  if (script) return folder;
  fs::remove_all(folder, failure);
  return {};
}

}  // namespace

bool is_ctest_itself(const exec::CtestProcess& ctest) {
  const std::string name = target_of(about(ctest, "exe")).filename().string();
  return ctest.is_ctest && (name == "ctest" || name == "ctest3");
}

EntryListing::EntryListing(fs::path folder, FileDescriptor lock, ChildProcess process,
                           const CtestCommand& command)
    : folder_(std::move(folder)),
      lock_(std::move(lock)),
      process_(std::move(process)),
      deadline_(std::chrono::steady_clock::now() + kLongest),
      default_limit_(command.timeout),
      selection_known_(command.selection_known),
      report_is_sure_(!command.leaves_clean_up_out) {}

std::unique_ptr<EntryListing> EntryListing::begin(const exec::CtestProcess& ctest,
                                                  const fs::path& results) {
  const fs::path build = folder_of(ctest, results);
  if (build.empty()) return nullptr;
  const CtestCommand command = read_ctest_command(strings_of(about(ctest, "cmdline")));
  SpawnRequest request{
      .arguments = {target_of(about(ctest, "exe")).string(), "--show-only=json-v1"},
      .base_environment = strings_of(about(ctest, "environ")),
      .environment = {},
      .working_directory = {},
      .inherited = {}};
  request.arguments.insert(request.arguments.end(), command.selection.begin(),
                           command.selection.end());
  fs::path folder = make_folder(results, build);
  if (folder.empty()) return nullptr;
  FolderLock lock = lock_folder(folder);
  request.working_directory = folder;
  const FileDescriptor output(
      open((folder / "tests.json").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  const FileDescriptor nothing(open("/dev/null", O_WRONLY | O_CLOEXEC));
  request.output = output.number();
  request.error_output = nothing.number();
  auto process =
      output && nothing ? ChildProcess::spawn(request) : Result<ChildProcess>(Error{"no files"});
  if (!process) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return nullptr;
  }
  return std::unique_ptr<EntryListing>(new EntryListing(
      std::move(folder), std::move(lock.descriptor), std::move(*process), command));
}

EntryListing::~EntryListing() {
  process_.signal_group(SIGKILL);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::unique_ptr<const EntryBook> EntryListing::book() {
  const auto end = process_.end();
  const auto* const exited = end ? std::get_if<Exited>(&*end) : nullptr;
  if (!exited || exited->code != 0) return nullptr;
  const auto text = read_whole_file(folder_ / "tests.json");
  if (!text) return nullptr;
  const auto entries = parse_ctest_listing(*text);
  if (!entries) return nullptr;
  return std::make_unique<const EntryBook>(*entries, selection_known_, report_is_sure_);
}

}  // namespace carpool
