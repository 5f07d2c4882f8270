#include "base/last_resort.h"

#include <stdexcept>
#include <string>
#include <system_error>

#include <gtest/gtest.h>

namespace carpool::testing {
namespace {

std::string told(const std::exception& error, ExitCode expected) {
  ::testing::internal::CaptureStderr();
  const ExitCode exit_code = tell_unhandled(error);
  EXPECT_EQ(exit_code, expected) << error.what();
  return ::testing::internal::GetCapturedStderr();
}

TEST(LastResort, NamesTheLimitWhereNoThreadCanBeStarted) {
  const std::system_error own(std::make_error_code(std::errc::resource_unavailable_try_again));
  const std::runtime_error of_tbb("pthread_create has failed: Resource temporarily unavailable");
  for (const std::exception* const error :
       {static_cast<const std::exception*>(&own), static_cast<const std::exception*>(&of_tbb)}) {
    const std::string line = told(*error, ExitCode::kCannotRun);
    EXPECT_NE(line.find("cannot start a thread"), std::string::npos) << line;
    EXPECT_NE(line.find("ulimit -u"), std::string::npos) << line;
    EXPECT_NE(line.find("--jobs"), std::string::npos) << line;
  }
}

TEST(LastResort, PassesOnWhatIsMissing) {
  EXPECT_EQ(told(CannotRun("no libx.so: install Carpool again"), ExitCode::kCannotRun),
            "carpool: no libx.so: install Carpool again\n");
}

TEST(LastResort, CallsAnythingElseAFaultOfItsOwn) {
  EXPECT_EQ(told(std::logic_error("no such place"), ExitCode::kBug),
            "carpool: a fault of Carpool's own: no such place\n");
  const std::system_error other(std::make_error_code(std::errc::no_space_on_device));
  told(other, ExitCode::kBug);
}

}  // namespace
}  // namespace carpool::testing
