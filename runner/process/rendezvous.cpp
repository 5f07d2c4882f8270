#include "process/rendezvous.h"

#include <atomic>
#include <string>
#include <system_error>

#include "process/guardian.h"

namespace carpool {
namespace {

std::atomic<int> next_number{1};

}  // namespace

RendezvousDirectory::RendezvousDirectory()
    : path_(Guardian::scratch_directory() / std::to_string(next_number++)) {}

RendezvousDirectory::~RendezvousDirectory() {
  // What cannot be removed now is left to the guardian.
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace carpool
