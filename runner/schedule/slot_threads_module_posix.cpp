#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "base/last_resort.h"
#include "schedule/slot_threads_entry.h"

namespace carpool {
namespace {

constexpr char kModule[] = "libcarpool-threads.so";

// Beside the executable in a build folder, and where it is installed; from there all may be moved.
std::filesystem::path place_of_module() {
  std::error_code trouble;
  const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", trouble);
  const std::filesystem::path beside = executable.parent_path() / kModule;
  if (std::filesystem::exists(beside, trouble)) return beside;
  return executable.parent_path() / CARPOOL_MODULE_DIRECTORY / kModule;
}

}  // namespace

// Most runs have one slot and get by without oneTBB and without a shared C++ library, whose loading
// is about half of what it takes to start the runner.
void run_on_slots(int slots, const SlotWork& work) {
  const std::string place = place_of_module().lexically_normal().string();
  // Never closed: threads of oneTBB may still be on their way out of it.
  void* const module = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const entry = module == nullptr ? nullptr : dlsym(module, "carpool_run_on_slots");
  if (entry == nullptr) {
    const char* const why = dlerror();
    throw CannotRun("cannot load what runs several classes at once: " +
                    std::string(why != nullptr ? why : place + " is of another version") +
                    ". Install Carpool again, or do with --jobs 1");
  }
  reinterpret_cast<decltype(&carpool_run_on_slots)>(entry)(slots, &work);
}

}  // namespace carpool
