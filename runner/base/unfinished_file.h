#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/result.h"

namespace carpool {

// A file that readers see either as it was or complete. It is written beside its place; publish()
// renames it into it; without that the destructor leaves no trace. Parent directories are created. A symbolic link is
// followed; what is there and is not a regular file (a device, a FIFO, a directory) is left alone,
// an error.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(std::filesystem::path place);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  // Trouble is told by publish().
  void write(std::string_view bytes);

  Result<void> publish();

 private:
  Error error(int problem) const;

  std::filesystem::path place_;
  std::filesystem::path unfinished_;
  std::ofstream stream_;
  int problem_ = 0;  // what went wrong first: errno, or that the place is not for a file
  bool published_ = false;
};

}  // namespace carpool
