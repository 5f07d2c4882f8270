// Reports in the shape of their schema.
import type { Method, TestClass } from "../../source/data/documents";

export function method(name: string, more: Partial<Method> = {}): Method {
  const status = more.status ?? "passed";
  const ran = !["not_run", "disabled"].includes(status);
  return {
    name, status, duration_ns: ran ? 1_000_000 : 0, attempts: ran ? 1 : 0, worker: ran ? 1 : 0, position: 0, failures: [],
    ...more,
  };
}

export function testClass(target: string, name: string, methods: Method[], more: Partial<TestClass> = {}): TestClass {
  return {
    target, name, status: "passed", wall_ns: 300_000_000, workers_started: 1, restarts: 0,
    start_up: { spawn_ns: 20_000_000, init_ns: 2_000_000 }, suite_set_up_ns: 150_000_000, suite_tear_down_ns: 1_000_000,
    exit_ns: 3_000_000,
    spawn_baseline: {
      basis: "estimated", spawn_ns: 2_000_000_000, continuous_ns: 300_000_000, reduction_percent: 85, speedup: 6.667,
    },
    workers: [{ worker: 1, taken_over: false, spawn_ns: 20_000_000, init_ns: 2_000_000, how: "retired" }],
    methods,
    ...more,
  };
}

const STATUSES = [
  "passed", "failed", "skipped", "disabled", "flaky", "crashed", "exited", "timed_out", "protocol_error", "interrupted", "not_run",
];

export function report(classes: TestClass[], id = "20261202T120000Z-1") {
  const methods = classes.flatMap((ofClass) => ofClass.methods);
  const totals: Record<string, number> = { classes: classes.length, methods: methods.length };
  for (const status of STATUSES) totals[status] = methods.filter((one) => one.status === status).length;
  const green = ["passed", "skipped", "disabled", "flaky"];
  return {
    schema: "carpool/report/v1",
    run: {
      id, started_at: "2026-12-02T12:00:00.000Z", wall_ns: 4_200_000_000, interrupted: false,
      red: methods.some((one) => !green.includes(one.status)), runners: 1,
      host: { name: "build-host", system: "Linux", cores: 8 }, version: "0.1.0",
    },
    totals,
    spawn_baseline: {
      basis: "estimated", spawn_ns: 20_000_000_000, continuous_ns: 4_000_000_000, reduction_percent: 80, speedup: 5,
    },
    problems: [],
    classes,
  };
}
