#include "base/last_resort.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace carpool {
namespace {

// oneTBB throws a plain std::runtime_error, "pthread_create has failed: ...".
bool is_want_of_threads(const std::exception& error) {
  const auto* const system = dynamic_cast<const std::system_error*>(&error);
  if (system && system->code() == std::errc::resource_unavailable_try_again) return true;
  return std::strstr(error.what(), "pthread_create") != nullptr;
}

[[noreturn]] void end_uncaught() {
  auto exit_code = ExitCode::kBug;
  try {
    if (const std::exception_ptr uncaught = std::current_exception()) {
      std::rethrow_exception(uncaught);
    }
    std::fputs("carpool: a fault of Carpool's own: ended without an exception\n", stderr);
  } catch (const std::exception& error) {
    exit_code = tell_unhandled(error);
  } catch (...) {
    std::fputs("carpool: a fault of Carpool's own: an exception of an unknown kind\n", stderr);
  }
  std::_Exit(static_cast<int>(exit_code));
}

}  // namespace

ExitCode tell_unhandled(const std::exception& error) {
  if (dynamic_cast<const CannotRun*>(&error)) {
    std::fprintf(stderr, "carpool: %s\n", error.what());
    return ExitCode::kCannotRun;
  }
  if (is_want_of_threads(error)) {
    std::fprintf(stderr, "carpool: cannot start a thread: %s. %s, or give a smaller --jobs\n",
                 error.what(), kRaiseThreadLimit);
    return ExitCode::kCannotRun;
  }
  std::fprintf(stderr, "carpool: a fault of Carpool's own: %s\n", error.what());
  return ExitCode::kBug;
}

void tell_of_uncaught_exceptions() { std::set_terminate(end_uncaught); }

}  // namespace carpool
