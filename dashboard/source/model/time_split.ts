// Where the time of a run's processes went, and where it would have gone with a process for each
// method. Sums over processes, so they may exceed the run's wall time.
import type { Report, TestClass } from "../data/documents";
import { wellFormed } from "./text";

export const PHASES = ["spawn", "init", "set-up", "bodies", "tear-down", "exit"] as const;
export type Phase = (typeof PHASES)[number];

export const PHASE_MEANING: Record<Phase, string> = {
  spawn: "from the fork to the plugin's first word: loading and static initialisers",
  init: "from there until the worker can take tests: main(), global environments",
  "set-up": "suite set-up",
  bodies: "the test methods themselves, fixtures included",
  "tear-down": "suite tear-down",
  exit: "from the request to retire to the end of the process",
};

export type Split = Record<Phase, number>; // nanoseconds

export interface ClassSplit {
  target: string;
  className: string;
  methods: number; // that ran
  workers: number;
  continuous: Split;
  spawn: Split;
}

function ranks(ofClass: TestClass): number {
  // A spread would give each worker as an argument, and a process for each method makes more than there may be.
  return ofClass.workers.reduce((most, worker) => Math.max(most, (worker.rank ?? 0) + 1), 1);
}

function startUpOfWorkers(ofClass: TestClass, member: "spawn_ns" | "init_ns"): number {
  const own = ofClass.workers.filter((worker) => !worker.taken_over);
  return own.reduce((sum, worker) => sum + (worker[member] ?? ofClass.start_up[member]), 0);
}

export function splitOfClass(ofClass: TestClass): ClassSplit {
  const ran = ofClass.methods.filter((method) => method.worker > 0);
  const perMethod = ranks(ofClass); // a gang's method is run by each of its ranks
  const bodies = ran.reduce((sum, method) => sum + method.duration_ns, 0) * perMethod;
  const served = ofClass.workers.length;
  const started = ofClass.workers.filter((worker) => !worker.taken_over).length;
  const processes = ran.length * perMethod;
  return {
    target: wellFormed(ofClass.target),
    className: wellFormed(ofClass.name),
    methods: ran.length,
    workers: served,
    continuous: {
      spawn: startUpOfWorkers(ofClass, "spawn_ns"),
      init: startUpOfWorkers(ofClass, "init_ns"),
      "set-up": ofClass.suite_set_up_ns * served,
      bodies,
      "tear-down": ofClass.suite_tear_down_ns * served,
      exit: ofClass.exit_ns * started,
    },
    spawn: {
      spawn: ofClass.start_up.spawn_ns * processes,
      init: ofClass.start_up.init_ns * processes,
      "set-up": ofClass.suite_set_up_ns * processes,
      bodies,
      "tear-down": ofClass.suite_tear_down_ns * processes,
      exit: ofClass.exit_ns * processes,
    },
  };
}

export function splitsOfReport(report: Report): ClassSplit[] {
  return report.classes.map(splitOfClass).filter((split) => split.methods > 0);
}

export function totalOf(split: Split): number {
  return PHASES.reduce((sum, phase) => sum + split[phase], 0);
}

export function sumOf(splits: Split[]): Split {
  const sum: Split = { spawn: 0, init: 0, "set-up": 0, bodies: 0, "tear-down": 0, exit: 0 };
  for (const split of splits) {
    for (const phase of PHASES) sum[phase] += split[phase];
  }
  return sum;
}
