#include "compare/scratch_directory.h"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "journal/process_origin_posix.h"
#include "process/random.h"

namespace carpool {
namespace {

constexpr char kStem[] = "comparison";
// After that, one of another machine or of a time before this one was started is taken for left.
constexpr std::chrono::hours kLongestComparison{24 * 7};

// Who made a folder, as its name says: "comparison-<where>-<process>-<ticks>-<random>".
struct Owner {
  std::string where;  // digits that stand for the machine since its start, and the namespace
  std::int64_t process_id = 0;
  std::string ticks;  // from then to the start of the process

  bool operator==(const Owner&) const = default;
};

// FNV-1a: short, and of letters and digits only.
std::string digest(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char character : text) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3;
  }
  return std::to_string(hash);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char character : text) {
    if (character == separator) {
      parts.emplace_back();
    } else {
      parts.back() += character;
    }
  }
  return parts;
}

Owner owner_of(const ProcessOrigin& origin) {
  const std::size_t ticks = origin.identity.rfind(' ');
  const std::size_t process = origin.identity.rfind(' ', ticks - 1);
  return {.where = digest(std::string_view(origin.identity).substr(0, process)),
          .process_id = origin.process_id,
          .ticks = origin.identity.substr(ticks + 1)};
}

std::optional<Owner> owner_in(const std::string& name) {
  const std::vector<std::string> parts = split(name, '-');
  if (parts.size() != 5 || parts[0] != kStem) return std::nullopt;
  Owner owner{.where = parts[1], .process_id = 0, .ticks = parts[3]};
  const char* const end = parts[2].data() + parts[2].size();
  const auto read = std::from_chars(parts[2].data(), end, owner.process_id);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return owner;
}

bool is_left_behind(const std::filesystem::directory_entry& folder, const Owner& self) {
  const auto owner = owner_in(folder.path().filename().string());
  if (!owner) return false;
  if (owner->where == self.where) {
    const auto origin = process_origin(owner->process_id);
    return !origin || owner_of(*origin) != *owner;
  }
  std::error_code failure;
  const auto changed_at = folder.last_write_time(failure);
  return !failure &&
         std::filesystem::file_time_type::clock::now() - changed_at > kLongestComparison;
}

// What cannot be removed is left to the next comparison.
void remove_left_behind(const std::filesystem::path& parent, const Owner& self) {
  std::error_code failure;
  std::filesystem::directory_iterator folder(parent, failure);
  while (!failure && folder != std::filesystem::directory_iterator()) {
    const std::filesystem::path path = folder->path();
    const bool left = is_left_behind(*folder, self);
    folder.increment(failure);
    std::error_code ignored;
    if (left) std::filesystem::remove_all(path, ignored);
  }
}

}  // namespace

Result<ScratchDirectory> ScratchDirectory::create(const std::filesystem::path& parent) {
  std::error_code failure;
  std::filesystem::create_directories(parent, failure);
  if (failure) return Error{"cannot create " + parent.string() + ": " + failure.message()};
  const Owner self = owner_of(this_process());
  remove_left_behind(parent, self);
  while (true) {
    const std::string name = std::string(kStem) + "-" + self.where + "-" +
                             std::to_string(self.process_id) + "-" + self.ticks + "-" +
                             random_hexadecimal(4);
    std::filesystem::path path = parent / name;
    // False without an error: somebody else has this one.
    if (std::filesystem::create_directory(path, failure)) return ScratchDirectory(std::move(path));
    if (failure) return Error{"cannot create " + path.string() + ": " + failure.message()};
  }
}

ScratchDirectory::ScratchDirectory(ScratchDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace carpool
