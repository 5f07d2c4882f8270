#include "discovery/listing_trouble.h"

namespace carpool {
namespace {

std::string seconds_text(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  if (time.count() % 1000 != 0) {
    std::string fraction = std::to_string(1000 + time.count() % 1000).substr(1);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    text += "." + fraction;
  }
  return text + " s";
}

std::string how_it_ended(const ListingRun& run, const TargetManifest& manifest) {
  if (run.end) return "it " + describe(*run.end);
  return "it had not ended after " + seconds_text(manifest.discovery_timeout) +
         " (DISCOVERY_TIMEOUT)";
}

bool ended_well(const ListingRun& run) {
  return run.end && std::holds_alternative<Exited>(*run.end) &&
         std::get<Exited>(*run.end).code == 0;
}

// The program and its arguments, as they can be pasted into a shell where they are plain.
std::string command_text(const TargetManifest& manifest) {
  std::string text;
  for (const std::string& argument : listing_arguments(manifest)) {
    if (!text.empty()) text += ' ';
    const bool plain =
        !argument.empty() && argument.find_first_of(" \t\n\"'\\$;|&()<>*?") == std::string::npos;
    text += plain ? argument : "'" + argument + "'";
  }
  return text;
}

std::string output_text(const std::string& output) {
  if (output.empty()) return "\n  It printed nothing.";
  std::string text = "\n  It printed:\n    ";
  for (const char byte : output) {
    text += byte;
    if (byte == '\n') text += "    ";
  }
  return text.substr(0, text.find_last_not_of(" \n") + 1);
}

Error explained(const std::string& what, const ListingRun& run, const TargetManifest& manifest) {
  return Error{what + "\n  Command: " + command_text(manifest) + "\n  Working directory: " +
               manifest.working_directory.string() + output_text(run.output)};
}

std::string before_greeting(const ListingRun& run, const TargetManifest& manifest) {
  if (!ended_well(run)) {
    return how_it_ended(run, manifest) + " before Carpool's plugin in it could speak";
  }
  return "Carpool's plugin did not speak: it is not linked in, or this is another program; build "
         "the target with add_continuous_test()";
}

std::string before_list(const ListingRun& run, const TargetManifest& manifest) {
  return how_it_ended(run, manifest) + " before it had listed its tests";
}

// An empty list is believed only of a program that ended well and knows of no tests, or was given a
// filter: gtest_discover_tests() lets a filter match nothing too, on one platform of many, say.
std::string empty_list(const ListingRun& run, const TargetManifest& manifest) {
  if (!ended_well(run)) return before_list(run, manifest);
  if (run.listing.registered() == 0 || !manifest.test_filter.empty()) return {};
  return "it has " + std::to_string(run.listing.registered()) +
         " tests but listed none: does its main() call testing::InitGoogleTest() and "
         "RUN_ALL_TESTS()?";
}

std::string no_tests(const ListingRun& run, const TargetManifest& manifest) {
  if (run.listing.registered() == 0) return manifest.target + " has no tests";
  return manifest.target + ": none of the " + std::to_string(run.listing.registered()) +
         " tests of " + manifest.executable.filename().string() + " matches TEST_FILTER \"" +
         manifest.test_filter + "\": correct it, or leave it out";
}

}  // namespace

std::optional<Error> listing_trouble(const ListingRun& run, const TargetManifest& manifest) {
  if (run.trouble) return explained(run.trouble->message, run, manifest);
  if (!run.listing.greeted()) return explained(before_greeting(run, manifest), run, manifest);
  if (!run.listing.complete()) return explained(before_list(run, manifest), run, manifest);
  if (run.listing.methods() > 0) return std::nullopt;
  const std::string empty = empty_list(run, manifest);
  return empty.empty() ? std::nullopt : std::optional<Error>(explained(empty, run, manifest));
}

std::string listing_warning(const ListingRun& run, const TargetManifest& manifest) {
  if (run.listing.methods() == 0) return no_tests(run, manifest);
  if (ended_well(run)) return {};
  return manifest.target + " listed its tests, but then " + how_it_ended(run, manifest) +
         output_text(run.output);
}

}  // namespace carpool
