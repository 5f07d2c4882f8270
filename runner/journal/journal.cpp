#include "journal/journal.h"

#include <cctype>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "journal/append_file_posix.h"
#include "journal/record_encoding.h"

namespace carpool {
namespace {

constexpr std::size_t kLargestBuffer = 1 << 20;  // bytes held back before they are written unasked
constexpr std::size_t kLongestName = 100;
constexpr int kMostFilesOfOneName = 100'000;

// Class names hold slashes and worse. The name is for people; readers go by the lines.
std::string file_name_part(const std::string& name) {
  std::string part = name.substr(0, kLongestName);
  for (char& character : part) {
    const bool plain = std::isalnum(static_cast<unsigned char>(character)) != 0 ||
                       character == '.' || character == '-' || character == '_';
    if (!plain) character = '_';
  }
  return part;
}

Result<void> make_directories(const std::filesystem::path& directory) {
  std::error_code problem;
  std::filesystem::create_directories(directory, problem);
  if (problem) return Error{"cannot create " + directory.string() + ": " + problem.message()};
  return {};
}

}  // namespace

// Lines on their way into the file, and what became of the first write that failed.
class Journal::File {
 public:
  File(std::filesystem::path path, AppendFile file)
      : path_(std::move(path)), file_(std::move(file)) {}
  ~File() { (void)hand_over(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void append(const Record& record, std::int64_t t_ns) {
    if (failure_) return;
    append_record_line(lines_, record, t_ns);
    if (lines_.size() > kLargestBuffer) (void)hand_over();
  }

  Result<void> hand_over() {
    if (failure_) return *failure_;
    if (lines_.empty()) return {};
    const Result<void> written = file_.write_lines(lines_);
    lines_.clear();
    if (!written) {
      failure_ = written.error();
      return *failure_;
    }
    return {};
  }

  Result<void> check_in_place() const { return file_.check_in_place(); }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  AppendFile file_;
  std::string lines_;
  std::optional<Error> failure_;
};

Result<Journal> Journal::create(const std::filesystem::path& directory, const std::string& name) {
  if (const auto created = make_directories(directory); !created) return created.error();
  const std::string stem = "journal-" + file_name_part(name);
  for (int number = 1; number <= kMostFilesOfOneName; ++number) {
    const std::string suffix = number == 1 ? "" : "-" + std::to_string(number);
    std::filesystem::path path = directory / (stem + suffix + ".ndjson");
    bool taken = false;
    auto file = AppendFile::create(path, &taken);
    if (file) return Journal(std::make_unique<File>(std::move(path), std::move(*file)));
    if (!taken) return file.error();
  }
  return Error{"cannot create a journal in " + directory.string() + ": too many are named " + stem};
}

Journal::Journal(std::unique_ptr<File> file) : file_(std::move(file)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

void Journal::append(const Record& record, std::int64_t t_ns) { file_->append(record, t_ns); }

Result<void> Journal::flush() { return file_->hand_over(); }

Result<void> Journal::check_in_place() const { return file_->check_in_place(); }

const std::filesystem::path& Journal::file() const { return file_->path(); }

}  // namespace carpool
