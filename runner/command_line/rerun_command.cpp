#include "command_line/rerun_command.h"

#include <algorithm>

namespace carpool {
namespace {

constexpr std::size_t kMostNamed = 20;

// In single quotes everything stands for itself but the single quote.
std::string quoted(const std::string& text) {
  constexpr char kPlain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string result = "'";
  for (const char character : text) {
    if (character == '\'') {
      result += "'\\''";
    } else {
      result += character;
    }
  }
  return result + "'";
}

}  // namespace

std::string rerun_command(const RunRequest& request, const std::vector<std::string>& methods) {
  if (!request.build.empty()) {
    std::string command = "carpool run --build " + quoted(request.build.string());
    if (!request.configuration.empty()) command += " -C " + quoted(request.configuration);
    if (request.also_run_disabled) command += " --also-run-disabled";
    return command + " --rerun-failed";
  }
  std::string command = "carpool run --manifest " + quoted(request.manifest.string());
  if (request.also_run_disabled) command += " --also-run-disabled";
  const std::size_t named = std::min(methods.size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i) command += " --method " + quoted(methods[i]);
  if (named < methods.size()) {
    command += "  # and " + std::to_string(methods.size() - named) + " more";
  }
  return command;
}

}  // namespace carpool
