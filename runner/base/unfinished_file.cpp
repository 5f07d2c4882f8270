#include "base/unfinished_file.h"

#include <cerrno>
#include <cstring>
#include <random>
#include <string>
#include <system_error>
#include <utility>

namespace carpool {
namespace {

constexpr int kUnknownProblem = EIO;
constexpr int kNotRegular = -1;  // no errno is negative

int last_problem() { return errno != 0 ? errno : kUnknownProblem; }

// Several processes may write the same file at once; each needs a name of its own.
std::filesystem::path unfinished_name(const std::filesystem::path& place) {
  std::random_device random;
  std::filesystem::path name = place;
  name += "." + std::to_string(random()) + ".unfinished";
  return name;
}

// A rename would put the file in the place of a link and leave what it leads to as it was.
std::filesystem::path behind_links(std::filesystem::path place) {
  std::error_code trouble;
  if (!std::filesystem::is_symlink(place, trouble)) return place;
  std::filesystem::path target = std::filesystem::canonical(place, trouble);
  return trouble ? place : target;
}

// A rename would also put it in the place of a device or a FIFO that others use.
bool is_taken(const std::filesystem::path& place) {
  std::error_code ignored;  // told by opening the file
  const auto status = std::filesystem::status(place, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

}  // namespace

UnfinishedFile::UnfinishedFile(std::filesystem::path place)
    : place_(behind_links(std::move(place))), unfinished_(unfinished_name(place_)) {
  if (is_taken(place_)) {
    problem_ = kNotRegular;
    return;
  }
  std::error_code ignored;  // told by opening the file
  if (place_.has_parent_path()) std::filesystem::create_directories(place_.parent_path(), ignored);
  errno = 0;
  stream_.open(unfinished_, std::ios::binary | std::ios::trunc);
  if (!stream_) problem_ = last_problem();
}

UnfinishedFile::~UnfinishedFile() {
  if (published_) return;
  stream_.close();
  std::error_code ignored;
  std::filesystem::remove(unfinished_, ignored);
}

void UnfinishedFile::write(std::string_view bytes) {
  if (problem_ != 0) return;
  errno = 0;
  stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!stream_) problem_ = last_problem();
}

Result<void> UnfinishedFile::publish() {
  if (problem_ != 0) return error(problem_);
  errno = 0;
  stream_.close();
  if (!stream_) return error(last_problem());
  std::error_code trouble;
  std::filesystem::rename(unfinished_, place_, trouble);
  if (trouble) return error(trouble.value());
  published_ = true;
  return {};
}

Error UnfinishedFile::error(int problem) const {
  const std::string cause =
      problem == kNotRegular ? "it is there and is not a regular file" : std::strerror(problem);
  return Error{"cannot write " + place_.string() + ": " + cause};
}

}  // namespace carpool
