#include "process/symbols.h"

#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "process/program_output.h"

namespace carpool {
namespace {

struct Frame {
  std::string text;  // as it came
  std::string module;
  std::string offset;  // "0x..."
};

std::vector<Frame> take_apart(const std::string& frames) {
  std::vector<Frame> parts;
  std::istringstream lines(frames);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t plus = line.rfind("+0x");
    Frame frame{.text = line, .module = {}, .offset = {}};
    if (plus != std::string::npos) {
      frame.module = line.substr(0, plus);
      frame.offset = line.substr(plus + 1);
    }
    parts.push_back(std::move(frame));
  }
  return parts;
}

// One line for each offset, in order; empty where that is not what came back.
std::vector<std::string> ask(const std::string& module, const std::vector<std::string>& offsets,
                             std::chrono::steady_clock::time_point deadline) {
  std::vector<std::string> arguments{"addr2line", "-C", "-f", "-p", "-e", module};
  arguments.insert(arguments.end(), offsets.begin(), offsets.end());
  std::istringstream answer(program_output(arguments, deadline));
  std::vector<std::string> lines;
  for (std::string line; std::getline(answer, line);) lines.push_back(std::move(line));
  if (lines.size() != offsets.size()) lines.clear();
  return lines;
}

}  // namespace

std::string symbolise_frames(const std::string& frames, std::chrono::milliseconds limit) {
  if (frames.empty() || !in_path("addr2line")) return frames;
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::vector<Frame> parts = take_apart(frames);
  std::map<std::string, std::vector<std::size_t>> by_module;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].module.empty()) by_module[parts[i].module].push_back(i);
  }
  for (const auto& [module, places] : by_module) {
    std::vector<std::string> offsets;
    for (const std::size_t place : places) offsets.push_back(parts[place].offset);
    const std::vector<std::string> answers = ask(module, offsets, deadline);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i].starts_with("??")) continue;
      parts[places[i]].text = answers[i] + "  (" + parts[places[i]].text + ")";
    }
  }
  std::string text;
  for (const Frame& frame : parts) text += frame.text + "\n";
  return text;
}

}  // namespace carpool
