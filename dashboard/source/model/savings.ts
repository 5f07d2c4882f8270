// What was saved, over all and per class; what a run estimates is kept apart from what a comparison
// has measured.
import type { Comparison, Estimate, Interval, Measurement, Report } from "../data/documents";
import { wellFormed } from "./text";

export interface Saving {
  basis: "measured" | "estimated";
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
  return { ...base(estimate, subject), basis: "estimated", interval: null, established: true, pairs: 0 };
}

function measured(measurement: Measurement, subject: string): Saving {
  return {
    ...base(measurement, subject),
    basis: "measured",
    interval: measurement.reduction_percent_interval,
    established: measurement.established && measurement.reduction_percent_interval !== null,
    pairs: measurement.pairs,
  };
}

export function savingOfReport(report: Report): Saving | null {
  return report.spawn_baseline ? estimated(report.spawn_baseline, report.run.id) : null;
}

export function savingOfComparison(comparison: Comparison): Saving {
  return measured(comparison.total.spawn_baseline, wellFormed(comparison.target));
}

export interface ClassSaving extends Saving {
  target: string;
  className: string;
  methods: number;
}

/** One row per class; the measurement where there is one, else the run's estimate. */
export function savingsByClass(report: Report | null, comparisons: Comparison[]): ClassSaving[] {
  const rows = new Map<string, ClassSaving>();
  const add = (saving: Saving, target: string, className: string, methods: number) => {
    rows.set(`${target}\u0000${className}`, { ...saving, target, className, methods });
  };
  for (const ofClass of report?.classes ?? []) {
    if (!ofClass.spawn_baseline) continue;
    const name = wellFormed(ofClass.name);
    const ran = ofClass.methods.filter((method) => method.worker > 0).length;
    add(estimated(ofClass.spawn_baseline, name), wellFormed(ofClass.target), name, ran);
  }
  for (const comparison of comparisons) {
    for (const ofClass of comparison.classes) {
      const name = wellFormed(ofClass.name);
      add(measured(ofClass.spawn_baseline, name), wellFormed(comparison.target), name, ofClass.methods.length);
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
