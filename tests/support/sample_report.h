#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "journal/timestamp.h"
#include "manifest/whole_file.h"
#include "report/report.h"
#include "report/report_encoding.h"

namespace carpool::testing {

// The report of a made-up run with one class of one target, `core.C`, in one worker unless told
// otherwise.
class SampleReport {
 public:
  static constexpr std::int64_t kFirst_ns = 1'796'172'312'000'000'000;  // 2026-12-02T00:45:12Z
  static constexpr std::int64_t kHour_ns = 3'600'000'000'000;

  // The runs follow each other by an hour.
  explicit SampleReport(int number, const std::string& host = "host") {
    const std::int64_t began_ns = kFirst_ns + number * kHour_ns;
    report_.run = {.id = compact_timestamp(began_ns) + "-4711",
                   .started_at = rfc3339(began_ns),
                   .version = "0.1.0",
                   .wall_ns = 5'000'000,
                   .runners = 1,
                   .host_name = host,
                   .host_system = "Linux 6.1.0 x86_64",
                   .host_cores = 2};
    report_.classes.push_back({.target = "core", .name = "C", .wall_ns = 4'000'000});
  }

  SampleReport& method(const std::string& name, MethodStatus status = MethodStatus::kPassed,
                       std::int64_t duration_ns = 1'000'000) {
    auto& methods = report_.classes.front().methods;
    methods.push_back({.name = name, .status = status});
    AttemptReport& last = methods.back().last;
    last = {.worker = 1,
            .position = static_cast<int>(methods.size()) - 1,
            .status = status == MethodStatus::kFlaky ? MethodStatus::kPassed : status,
            .duration_ns = duration_ns};
    if (last.position > 0) {
      last.ran_before = {
          .first = std::make_shared<const std::string>("C." + methods.front().name),
          .last = std::make_shared<const std::string>("C." + methods[methods.size() - 2].name),
          .count = last.position};
    }
    ++report_.methods;
    ++report_.totals[status];
    if (is_red(status)) report_.classes.front().status = ClassStatus::kFailed;
    return *this;
  }

  // Makes the last method one that failed beside the others and passed alone.
  SampleReport& retried() {
    MethodReport& last = report_.classes.front().methods.back();
    --report_.totals[last.status];
    ++report_.totals[MethodStatus::kFlaky];
    AttemptReport alone{.attempt = 2, .worker = 9, .duration_ns = last.last.duration_ns};
    alone.status = MethodStatus::kPassed;
    last.status = MethodStatus::kFlaky;
    last.last.status = MethodStatus::kFailed;
    last.earlier.push_back(std::move(last.last));
    last.last = std::move(alone);
    return *this;
  }

  SampleReport& interrupted(std::int64_t wall_ns) {
    report_.run.interrupted = true;
    report_.run.wall_ns = wall_ns;
    return *this;
  }

  // As another version of Carpool computes it of the same journals, read in another place.
  SampleReport& computed_otherwise() {
    report_.run.version = "0.2.0";
    report_.run.wall_ns += 1;
    report_.problems.push_back("elsewhere/journal-a.ndjson: holds no line");
    ClassReport& of_class = report_.classes.front();
    of_class.spawn_ns = of_class.init_ns = of_class.suite_set_up_ns = 1;
    of_class.reason = "the runner is still at work";
    return *this;
  }

  std::string text() const {
    std::string text;
    encode_report(report_, [&](std::string_view bytes) { text += bytes; });
    return text;
  }

  const std::string& id() const { return report_.run.id; }

  // As a run that lies in a results folder without its journals.
  SampleReport& in(const std::filesystem::path& results) {
    EXPECT_TRUE(write_whole_file(results / "runs" / id() / "report.json", text()));
    return *this;
  }

 private:
  Report report_;
};

}  // namespace carpool::testing
