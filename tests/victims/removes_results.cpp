// A test that cleans its surroundings up, and what a run has written so far with it.
#include "victim.h"

namespace {

// The folder of a run's results; discovery at build time does not know it.
std::filesystem::path results() {
  const char* value = std::getenv("VICTIM_RESULTS");
  return value != nullptr ? value : victim::scratch() / "none";
}

}  // namespace

TEST(RemovesResults, Removes) { std::filesystem::remove_all(results()); }
TEST(RemovesResults, Passes) {}

TEST(ReplacesResults, Replaces) {
  const std::filesystem::path aside = results().string() + "-aside";
  std::filesystem::rename(results(), aside);
  std::filesystem::copy(aside, results(), std::filesystem::copy_options::recursive);
}
