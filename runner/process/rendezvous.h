#pragma once

#include <filesystem>

namespace carpool {

// Where the rendezvous files of one gang lie (plugin/include/carpool/rank.h). The first worker that
// asks for one makes the directory; it is removed with this object, or by the guardian where the
// runner dies.
class RendezvousDirectory {
 public:
  RendezvousDirectory();
  ~RendezvousDirectory();
  RendezvousDirectory(const RendezvousDirectory&) = delete;
  RendezvousDirectory& operator=(const RendezvousDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace carpool
