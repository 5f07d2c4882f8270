#include "forked_child_posix.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>

namespace carpool {
namespace {

pid_t worker_process = 0;

// One page that reads 1 in the worker and, wiped by the kernel, 0 in its forked children. A system
// call for each question would cost as much as the rest of the bookkeeping.
const volatile unsigned char* page_of_worker = nullptr;

}  // namespace

long remember_worker_process() {
  worker_process = getpid();
#ifdef MADV_WIPEONFORK
  const long page_size = sysconf(_SC_PAGESIZE);
  if (page_size <= 0) return worker_process;
  const std::size_t size = static_cast<std::size_t>(page_size);
  void* const page =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return worker_process;
  if (madvise(page, size, MADV_WIPEONFORK) != 0) {
    munmap(page, size);
    return worker_process;
  }
  *static_cast<unsigned char*>(page) = 1;
  page_of_worker = static_cast<const volatile unsigned char*>(page);
#endif
  return worker_process;
}

bool in_forked_child() {
  if (page_of_worker != nullptr) return *page_of_worker == 0;
  return worker_process != 0 && !is_worker_process();
}

bool is_worker_process() { return getpid() == worker_process; }

}  // namespace carpool
