#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "report/report_building.h"
#include "report/report_encoding.h"
#include "support/scripted_run.h"
#include "support/temporary_directory.h"

namespace carpool::testing {

// A results directory with one run; its report, once built, is validated with all others.
class ReportFixture : public ::testing::Test {
 protected:
  Report built() const {
    auto report = build_report(run_);
    EXPECT_TRUE(report) << report.error().message;
    if (!report) return {};
    std::string text;
    encode_report(*report, [&](std::string_view bytes) { text += bytes; });
    keep_document(".json", text);
    return std::move(*report);
  }

  ClassReport only_class() const {
    Report report = built();
    EXPECT_EQ(report.classes.size(), 1u);
    return report.classes.empty() ? ClassReport{} : std::move(report.classes.front());
  }

  TemporaryDirectory directory_;
  std::filesystem::path results_ = directory_.path() / "Testing" / "Carpool";
  std::filesystem::path run_ = results_ / "runs" / "20261202T004512Z-4711";
};

}  // namespace carpool::testing
