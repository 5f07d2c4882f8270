#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "trend/run_series.h"

namespace carpool::testing {

// Runs of one class on one machine, made up run by run.
class SampleSeries {
 public:
  explicit SampleSeries(int methods) {
    series_.classes = {{.target = "core", .name = "C"}};
    series_.machines = 1;
    for (int method = 0; method < methods; ++method) {
      series_.methods.push_back({.name = "m" + std::to_string(method)});
    }
  }

  SeriesRun& add_run(int machine = 0) {
    SeriesRun run{.machine = machine};
    run.run.id = "run-" + std::to_string(series_.runs.size());
    run.run.started_at = "2026-12-02T00:45:12Z";
    series_.machines = std::max(series_.machines, machine + 1);
    series_.runs.push_back(std::move(run));
    return series_.runs.back();
  }

  static void add(SeriesRun& run, int method, double duration_ns,
                  MethodStatus status = MethodStatus::kPassed) {
    run.methods.push_back({.method = method,
                           .status = status,
                           .duration_ns = static_cast<std::int64_t>(duration_ns)});
  }

  static void attempt(SeriesRun& run, int worker, int position, int method, bool red) {
    run.attempts.push_back({.method = method,
                            .worker = worker,
                            .position = position,
                            .red = red,
                            .status = red ? MethodStatus::kFailed : MethodStatus::kPassed});
  }

  RunSeries& series() { return series_; }

 private:
  RunSeries series_;
};

// Noise as durations have it: skewed, with a long tail. Around 1.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : random_(seed) {}

  double operator()(double spread = 0.3) {
    // The sum of three is bell-shaped enough, and the same on every system.
    const double bell = uniform() + uniform() + uniform() - 1.5;
    return std::exp(spread * 2 * bell) * (uniform() < 0.05 ? 3 : 1);
  }

  double uniform() { return static_cast<double>(random_() >> 11) * 0x1.0p-53; }

 private:
  std::mt19937_64 random_;
};

}  // namespace carpool::testing
