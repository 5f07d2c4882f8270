// A comparison, a timeline and a trend in the shapes of their schemas.

function measured(percent: number, interval: [number, number], established: boolean) {
  const spawn_ns = 2_000_000_000;
  const factor = 1 - percent / 100;
  return {
    basis: "measured", spawn_ns, continuous_ns: Math.round(spawn_ns * factor), pairs: 6, speedup: 1 / factor,
    speedup_interval: interval.map((end) => 1 / (1 - end / 100)), reduction_percent: percent,
    reduction_percent_interval: interval, established,
  };
}

const SAMPLES = { spawn_ns: [2_000_000_000], continuous_ns: [400_000_000] };

export function comparison() {
  const passed = (name: string) => ({ name, spawn: "passed", continuous: "passed" });
  return {
    schema: "carpool/comparison/v1", target: "core_tests", executable: "core_tests", started_at: "2026-12-02T12:00:00Z", version: "0.1.0",
    verdict_differences: [{ class: "ParserTest", method: "ReadsText", spawn: "passed", continuous: "failed", explanation: "it leans on an order" }],
    unstable: [{ class: "ParserTest", method: "Flickers", reason: "passed in 5 rounds of 6" }],
    not_comparable: [],
    host: { name: "build-host", system: "Linux", cores: 8, load_average_before: [0.1], load_average_after: [0.2] },
    measurement: { jobs: 2, blocks: 3, order: "ABBA", estimator: "median", interval: "bootstrap", seed: 1 },
    total: { classes: 2, methods: 3, spawn_baseline: measured(82.2, [81.9, 83.1], true), samples: SAMPLES },
    references: [{ name: "ctest", description: "ctest", available: false, reason: "ctest was not found" }],
    classes: [
      { name: "ParserTest", status: "failed", spawn_baseline: measured(88.7, [87.6, 89.3], true), samples: SAMPLES, methods: [passed("ReadsNothing"), passed("ReadsText")] },
      { name: "LexerTest", status: "passed", spawn_baseline: measured(30, [-20.8, 69.7], false), samples: SAMPLES, methods: [passed("Splits")] },
    ],
  };
}

/** By `--sample 4 --until 5%` on a busy machine; one class is so small that all of it ran both ways. */
export function sampledComparison() {
  const whole = comparison();
  const estimated = (errorPercent: number) => ({ ...measured(90, [88, 92], true), basis: "estimated", sampling_error_percent: errorPercent });
  const passed = (name: string) => ({ name, spawn: "passed", continuous: "passed" });
  return {
    ...whole, target: "huge_tests", verdict_differences: [], unstable: [],
    measurement: {
      ...whole.measurement, blocks: 60,
      sample: { methods_per_class: 4, estimator: "difference" },
      until: { margin_percent: 5, reached: false },
      noise: ["load average 3.0 on 2 cores when it began", "rounds of <live> workers differ by 14 %"],
    },
    total: { classes: 2, methods: 1002, sampled_methods: 6, spawn_baseline: estimated(1.25), samples: SAMPLES },
    classes: [
      { name: "HugeTest", status: "passed", method_count: 1000, spawn_baseline: estimated(1.25), samples: SAMPLES, methods: ["a", "b", "c", "d"].map(passed) },
      { name: "TinyTest", status: "passed", spawn_baseline: measured(50, [40, 60], true), samples: SAMPLES, methods: ["e", "f"].map(passed) },
    ],
  };
}

export function timeline(run: string) {
  const place = { pid: 1, tid: 1 };
  const span = (name: string, cat: string, ts: number, dur: number, status = "") => ({
    ph: "X", ...place, name, cat, ts, dur, args: { class: "ParserTest", ...(status ? { status } : {}) },
  });
  return {
    traceEvents: [
      { ph: "M", pid: 1, tid: 0, name: "process_name", args: { name: "core_tests" } },
      { ph: "M", ...place, name: "thread_name", args: { name: "worker 1" } },
      span("spawn", "spawn", 0, 20_000), span("init", "init", 20_000, 2_000), span("suite set-up", "suite set-up", 22_000, 150_000),
      span("ParserTest.ReadsNothing", "method", 172_000, 30_000, "passed"), span("ParserTest.ReadsText", "method", 210_000, 1_000, "failed"),
      span("exit", "exit", 211_000, 3_000),
    ],
    otherData: { run },
  };
}

const COUNTS = "classes methods passed failed skipped disabled flaky crashed exited timed_out protocol_error interrupted not_run".split(" ");

export function trend() {
  const baseline = { basis: "estimated", spawn_ns: 20_000_000_000, continuous_ns: 4_000_000_000, reduction_percent: 80, speedup: 5 };
  const runs = Array.from({ length: 8 }, (_, index) => ({
    id: `run-${index}`, started_at: `2026-11-0${index + 1}T12:00:00Z`, wall_ns: index < 4 ? 4_000_000_000 : 5_200_000_000, interrupted: false,
    red: index === 6, version: "0.1.0", host: { name: "build-host", cores: 8 }, machine: 0, pace: null,
    totals: Object.fromEntries(COUNTS.map((name) => [name, 0])), spawn_baseline: baseline,
  }));
  const points = runs.map((run, index) => ({
    run: index, status: "passed", wall_ns: run.wall_ns / 2, suite_set_up_ns: 0, bodies_ns: 1, methods_run: 1, methods_red: 0,
  }));
  return {
    schema: "carpool/trend/v1", version: "0.1.0", runs,
    settings: {
      level: 0.05, fewest_runs_on_a_side: 3, most_runs: 50, least_ratio: 1.1, least_difference_ns: 1_000_000, permutations: 1000, seed: 1,
      fewest_quiet_runs: 5,
    },
    classes: [{ target: "core_tests", name: "ParserTest", points }, { target: "core_tests", name: "LexerTest", points }],
    methods: [],
    findings: [{
      kind: "newly_slow", target: "core_tests", class: "ParserTest", method: "ReadsNothing", text: "ParserTest.ReadsNothing takes 1.3 times as long since run-4.",
      evidence: {
        measure: "duration_ns", machine: 0, test: "permutation test", u: 16, p_value: 0.001, adjusted_p_value: 0.0021, level: 0.05,
        since_run: 4, before: { runs: 4, median_ns: 20_000_000 }, after: { runs: 4, median_ns: 26_000_000 }, ratio: 1.3,
      },
    }],
    problems: [],
  };
}
