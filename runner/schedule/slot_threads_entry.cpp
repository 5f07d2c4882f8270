#include "schedule/slot_threads_entry.h"

#include <cstdlib>
#include <exception>

namespace {

void (*fail)(const char* why) = nullptr;

[[noreturn]] void fail_of_current_exception() {
  try {
    throw;
  } catch (const std::exception& error) {
    fail(error.what());
  } catch (...) {
    fail("an exception of an unknown kind");
  }
  std::abort();  // never: fail does not return
}

}  // namespace

void carpool_run_on_slots(int slots, const carpool::SlotWork* work) {
  fail = work->fail;
  // oneTBB throws also in threads of its own, where no caller can catch. This is the handler of the
  // module's C++ library, and not of the program's.
  std::set_terminate(fail_of_current_exception);
  try {
    carpool::run_on_slots(slots, *work);
  } catch (...) {
    fail_of_current_exception();
  }
}
