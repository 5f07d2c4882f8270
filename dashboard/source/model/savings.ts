// What was saved, over all and per class; what a run estimates is kept apart from what a comparison
// has measured.
import type { Comparison, Estimate, Interval, Measurement, Report } from "../data/documents";
import { wellFormed } from "./text";

export interface Saving {
  basis: "measured" | "estimated";
  // A comparison estimates where only a sample of the methods ran as a process each.
  origin: "run" | "comparison";
  subject: string; // what it is about: a target, a run
  spawnNs: number;
  continuousNs: number;
  reductionPercent: number;
  speedup: number;
  interval: Interval; // of the reduction in percent; null for an estimate and for too few pairs
  // A measurement whose interval takes in a speedup of 1, or has none, says nothing yet.
  established: boolean;
  pairs: number;
}

function base(estimate: Estimate, subject: string) {
  return {
    subject,
    spawnNs: estimate.spawn_ns,
    continuousNs: estimate.continuous_ns,
    reductionPercent: estimate.reduction_percent,
    speedup: estimate.speedup,
  };
}

function estimated(estimate: Estimate, subject: string): Saving {
  return { ...base(estimate, subject), basis: "estimated", origin: "run", interval: null, established: true, pairs: 0 };
}

function compared(measurement: Measurement, subject: string): Saving {
  return {
    ...base(measurement, subject),
    // What this page does not know is not shown as measured.
    basis: measurement.basis === "measured" ? "measured" : "estimated",
    origin: "comparison",
    interval: measurement.reduction_percent_interval,
    established: measurement.established && measurement.reduction_percent_interval !== null,
    pairs: measurement.pairs,
  };
}

export function savingOfReport(report: Report): Saving | null {
  return report.spawn_baseline ? estimated(report.spawn_baseline, report.run.id) : null;
}

export function savingOfComparison(comparison: Comparison): Saving {
  return compared(comparison.total.spawn_baseline, wellFormed(comparison.target));
}

export interface ClassSaving extends Saving {
  target: string;
  className: string;
  methods: number;
  sampledMethods: number; // that ran as a process each; all of them where it is measured
}

/** One row per class; what a comparison says where there is one, else the run's estimate. */
export function savingsByClass(report: Report | null, comparisons: Comparison[]): ClassSaving[] {
  const rows = new Map<string, ClassSaving>();
  const add = (saving: Saving, target: string, className: string, methods: number, sampledMethods: number) => {
    rows.set(`${target}\u0000${className}`, { ...saving, target, className, methods, sampledMethods });
  };
  for (const ofClass of report?.classes ?? []) {
    if (!ofClass.spawn_baseline) continue;
    const name = wellFormed(ofClass.name);
    const ran = ofClass.methods.filter((method) => method.worker > 0).length;
    add(estimated(ofClass.spawn_baseline, name), wellFormed(ofClass.target), name, ran, 0);
  }
  for (const comparison of comparisons) {
    for (const ofClass of comparison.classes) {
      const name = wellFormed(ofClass.name);
      const ran = ofClass.methods.length;
      add(compared(ofClass.spawn_baseline, name), wellFormed(comparison.target), name, ofClass.method_count ?? ran, ran);
    }
  }
  return [...rows.values()];
}

export type ClassOrder = "saved" | "spawn" | "continuous" | "speedup" | "name";

const ORDER: Record<ClassOrder, (left: ClassSaving, right: ClassSaving) => number> = {
  saved: (left, right) => right.spawnNs - right.continuousNs - (left.spawnNs - left.continuousNs),
  spawn: (left, right) => right.spawnNs - left.spawnNs,
  continuous: (left, right) => right.continuousNs - left.continuousNs,
  speedup: (left, right) => right.speedup - left.speedup,
  name: (left, right) => (left.className < right.className ? -1 : left.className > right.className ? 1 : 0),
};

export function inOrder(rows: ClassSaving[], order: ClassOrder): ClassSaving[] {
  return [...rows].sort(ORDER[order]);
}
