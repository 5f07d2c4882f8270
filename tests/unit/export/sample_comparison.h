#pragma once

#include <string>

#include "export/comparison_document.h"

namespace carpool::testing {

// A class that gains and one of which nobody can say.
inline ComparisonDocument sample_comparison() {
  ComparisonDocument comparison{.target = "core",
                                .executable = "/b/core",
                                .started_at = "2026-12-02T00:45:12Z",
                                .version = "0.1.0",
                                .host_name = "host",
                                .host_cores = 2,
                                .load_average = {0.5, 0.25, 0.125},
                                .jobs = 2,
                                .methods = 3};
  const ComparedDocumentTimes gains{
      .spawn_ns = 3'000'000,
      .continuous_ns = 1'000'000,
      .spawn_samples_ns = {2'900'000, 3'000'000, 3'100'000},
      .continuous_samples_ns = {900'000, 1'000'000, 1'250'000},
      .reduction_percent = 66.67,
      .reduction_interval_percent = ComparedDocumentTimes::Interval{.low = 60, .high = 70},
      .established = true};
  ComparedDocumentTimes unsure = gains;
  unsure.reduction_interval_percent = ComparedDocumentTimes::Interval{.low = -5.0, .high = 7.5};
  unsure.established = false;
  comparison.total = gains;
  comparison.classes = {{.name = "Gains", .status = "passed", .methods = 2, .times = gains},
                        {.name = "Unsure", .status = "passed", .methods = 1, .times = unsure}};
  comparison.references = {{.name = "ctest", .wall_ns = 9'000'000}, {.name = "one_process"}};
  return comparison;
}

// The same by a sample: the total and the first class are estimated, and the machine was busy.
inline ComparisonDocument sampled_comparison() {
  ComparisonDocument comparison = sample_comparison();
  comparison.methods_run_apart = 5;
  comparison.noise = {"load average 3.0 on 2 cores when it began", "rounds differ by 14 %"};
  comparison.methods = 1001;
  ComparedDocumentClass& gains = comparison.classes[0];
  gains.methods = 1000;
  gains.methods_run_apart = 4;
  for (ComparedDocumentTimes* const times : {&comparison.total, &gains.times}) {
    times->spawn_is_estimated = true;
    times->sampling_error_percent = 1.25;
  }
  return comparison;
}

}  // namespace carpool::testing
