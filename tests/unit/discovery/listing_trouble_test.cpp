#include "discovery/listing_trouble.h"

#include <gtest/gtest.h>

#include <csignal>

namespace carpool {
namespace {

TargetManifest manifest() {
  TargetManifest manifest;
  manifest.target = "core";
  manifest.executable = "/b/core tests";
  manifest.working_directory = "/b";
  manifest.test_filter = "A.*";
  manifest.discovery_extra_arguments = {"--quick"};
  manifest.launcher = {"env", "X=1"};
  manifest.discovery_timeout = std::chrono::milliseconds(1500);
  return manifest;
}

ListingRun run_that(ProcessEnd end, const std::string& output = "") {
  ListingRun run;
  run.end = end;
  run.output = output;
  return run;
}

void say(ListingRun& run, const protocol::Message& message) {
  ASSERT_TRUE(run.listing.take(message));
}

void greet(ListingRun& run) { say(run, {"hello", {"1", "0.1.0", "googletest", "1.12", "1"}}); }

std::string first_line(const std::optional<Error>& error) {
  return error ? error->message.substr(0, error->message.find('\n')) : "";
}

TEST(ListingTrouble, ShowsCommandDirectoryAndOutput) {
  const auto trouble = listing_trouble(
      run_that(Exited{127}, "error while loading shared libraries: libx.so\n"), manifest());
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->message,
            "it exited with code 127 before Carpool's plugin in it could speak\n"
            "  Command: env X=1 '/b/core tests' --gtest_list_tests '--gtest_filter=A.*' --quick\n"
            "  Working directory: /b\n"
            "  It printed:\n"
            "    error while loading shared libraries: libx.so");
}

TEST(ListingTrouble, NamesTheSignal) {
  EXPECT_EQ(first_line(listing_trouble(run_that(Signalled{SIGSEGV}), manifest())),
            "it was killed by SIGSEGV before Carpool's plugin in it could speak");
}

TEST(ListingTrouble, NamesTheDeadline) {
  ListingRun run;
  EXPECT_EQ(
      first_line(listing_trouble(run, manifest())),
      "it had not ended after 1.5 s (DISCOVERY_TIMEOUT) before Carpool's plugin in it could speak");
}

TEST(ListingTrouble, TellsAProgramWithoutThePlugin) {
  const auto trouble = listing_trouble(run_that(Exited{0}), manifest());
  EXPECT_NE(first_line(trouble).find("it is not linked in"), std::string::npos);
  EXPECT_NE(trouble->message.find("It printed nothing."), std::string::npos);
}

TEST(ListingTrouble, TellsAProgramThatEndedOnTheWay) {
  ListingRun run = run_that(Exited{0});
  greet(run);
  EXPECT_EQ(first_line(listing_trouble(run, manifest())),
            "it exited with code 0 before it had listed its tests");
  say(run, {"listed", {"0", "0"}});
  run.end = Exited{3};
  EXPECT_EQ(first_line(listing_trouble(run, manifest())),
            "it exited with code 3 before it had listed its tests");
}

TEST(ListingTrouble, TellsAMainThatDoesNotRunTests) {
  TargetManifest without_filter = manifest();
  without_filter.test_filter.clear();
  ListingRun run = run_that(Exited{0});
  greet(run);
  say(run, {"listed", {"0", "2"}});
  EXPECT_EQ(first_line(listing_trouble(run, without_filter)),
            "it has 2 tests but listed none: does its main() call testing::InitGoogleTest() and "
            "RUN_ALL_TESTS()?");
}

TEST(ListingTrouble, OnlyWarnsOfAFilterThatMatchesNothing) {
  ListingRun run = run_that(Exited{0});
  greet(run);
  say(run, {"listed", {"0", "2"}});
  EXPECT_EQ(listing_trouble(run, manifest()), std::nullopt);
  EXPECT_EQ(listing_warning(run, manifest()),
            "core: none of the 2 tests of core tests matches TEST_FILTER \"A.*\": correct it, or "
            "leave it out");
  run.end = Exited{3};
  EXPECT_EQ(first_line(listing_trouble(run, manifest())),
            "it exited with code 3 before it had listed its tests");
}

TEST(ListingTrouble, OnlyWarnsOfAProgramWithoutTests) {
  ListingRun run = run_that(Exited{0});
  greet(run);
  say(run, {"listed", {"0", "0"}});
  EXPECT_EQ(listing_trouble(run, manifest()), std::nullopt);
  EXPECT_EQ(listing_warning(run, manifest()), "core has no tests");
}

TEST(ListingTrouble, PutsWhatThePluginSaidBeforeHowItEnded) {
  ListingRun run = run_that(Exited{0});
  run.trouble = Error{"two tests of one name"};
  EXPECT_EQ(first_line(listing_trouble(run, manifest())), "two tests of one name");
}

TEST(ListingTrouble, OnlyWarnsOfAnUnhappyEndBehindACompleteList) {
  ListingRun run = run_that(Exited{23}, "LeakSanitizer: detected memory leaks\n");
  greet(run);
  say(run, {"test", {"A", "x", "", "", "/s/a.cpp", "3", ""}});
  say(run, {"listed", {"1", "1"}});
  EXPECT_EQ(listing_trouble(run, manifest()), std::nullopt);
  EXPECT_EQ(listing_warning(run, manifest()),
            "core listed its tests, but then it exited with code 23\n  It printed:\n"
            "    LeakSanitizer: detected memory leaks");
}

}  // namespace
}  // namespace carpool
