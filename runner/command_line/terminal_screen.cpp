#include "command_line/terminal_screen.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "base/utf8.h"

namespace carpool {
namespace {

constexpr std::chrono::milliseconds kRedraw{100};

}  // namespace

TerminalScreen::TerminalScreen(std::FILE* stream, int columns, std::chrono::nanoseconds expected)
    : stream_(stream),
      columns_(static_cast<std::size_t>(std::max(columns, 20))),
      expected_(expected),
      began_(std::chrono::steady_clock::now()),
      drawn_(began_),
      lines_(stream, false) {}

void TerminalScreen::show(const Record& record) {
  count(record);
  if (worth_showing(record)) {
    clear_line();
    lines_.show(record);
  }
  if (std::get_if<RunFinished>(&record)) {
    clear_line();
    ended_ = true;
  }
}

void TerminalScreen::count(const Record& record) {
  const Time now = std::chrono::steady_clock::now();
  if (const auto* planned = std::get_if<ClassPlanned>(&record)) {
    total_ += planned->methods.size();
  } else if (const auto* started = std::get_if<WorkerStarted>(&record)) {
    active_[started->worker] = {started->class_name, now};
  } else if (const auto* ended = std::get_if<WorkerEnded>(&record)) {
    active_.erase(ended->worker);
  } else if (const auto* method = std::get_if<MethodFinished>(&record)) {
    if (method->worker != 0) active_[method->worker] = {method->class_name, now};
    if (!method->final_status || *method->final_status == MethodStatus::kDisabled) return;
    ++done_;
    if (is_red(*method->final_status)) ++red_;
  }
}

bool TerminalScreen::worth_showing(const Record& record) const {
  if (const auto* method = std::get_if<MethodFinished>(&record)) {
    // What was not run is told by the summary, by reason, with the count.
    if (method->final_status == MethodStatus::kNotRun) return false;
    return is_red(method->status) || method->final_status == MethodStatus::kFlaky;
  }
  if (const auto* finished = std::get_if<ClassFinished>(&record)) return !finished->reason.empty();
  return std::holds_alternative<WorkerEnded>(record) ||
         std::holds_alternative<SuiteSetUp>(record) ||
         std::holds_alternative<SuiteTornDown>(record);
}

void TerminalScreen::refresh() {
  const Time now = std::chrono::steady_clock::now();
  if (!ended_ && (now - drawn_ >= kRedraw || !line_drawn_)) {
    clear_line();
    const std::string whole = progress_line(now);
    const std::string_view line = beginning(whole, columns_ - 1);
    std::fwrite(line.data(), 1, line.size(), stream_);
    line_drawn_ = true;
    drawn_ = now;
  }
  std::fflush(stream_);
}

void TerminalScreen::clear_line() {
  if (line_drawn_) std::fputs("\r\033[K", stream_);
  line_drawn_ = false;
}

std::string TerminalScreen::progress_line(Time now) const {
  std::string line = fmt::format("[{}/{}]", done_, total_);
  if (red_ > 0) line += fmt::format(" {} red", red_);
  const auto longest =
      std::ranges::min_element(active_, {}, [](const auto& entry) { return entry.second.since; });
  if (longest != active_.end()) {
    const std::chrono::duration<double> silent = now - longest->second.since;
    line += fmt::format("  {} {:.1f} s", shortened(longest->second.class_name, columns_ / 2),
                        silent.count());
  }
  const std::chrono::duration<double> left = expected_ - (now - began_);
  if (left.count() > 1) line += fmt::format("  about {:.0f} s left", left.count());
  return line;
}

}  // namespace carpool
