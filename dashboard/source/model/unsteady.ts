// Methods whose verdict cannot be relied on, from every document that tells of such.
import type { Comparison } from "../data/documents";
import type { Trend } from "../data/trend";
import type { MethodRow } from "./methods";
import { findingsOf } from "./trend";
import { wellFormed } from "./text";

export type UnsteadyKind = "order-dependent" | "flaky" | "newly flaky" | "unstable";

export interface Unsteady {
  kind: UnsteadyKind;
  target: string;
  className: string;
  name: string; // "": the whole class
  because: string;
}

function fromComparison(comparison: Comparison): Unsteady[] {
  const target = wellFormed(comparison.target);
  const differences = comparison.verdict_differences.map((difference): Unsteady => ({
    kind: "order-dependent",
    target,
    className: wellFormed(difference.class),
    name: wellFormed(difference.method ?? ""),
    because: `${difference.spawn} in a process of its own, ${difference.continuous} in a live worker: ${difference.explanation}`,
  }));
  const unstable = comparison.unstable.map((method): Unsteady => ({
    kind: "unstable",
    target,
    className: wellFormed(method.class),
    name: wellFormed(method.method),
    because: method.reason,
  }));
  return [...differences, ...unstable];
}

function becauseOfRow(row: MethodRow): string {
  const earlier = row.method?.earlier_attempts ?? [];
  const first = earlier[0];
  if (!first) return "passed after it had failed";
  return `${first.status.replace("_", " ")} first, passed at attempt ${row.method?.attempts ?? earlier.length + 1}`;
}

function fromTrend(trend: Trend): Unsteady[] {
  return findingsOf(trend)
    .filter((finding) => finding.kind === "order-dependent" || finding.kind === "newly flaky")
    .map((finding): Unsteady => ({
      kind: finding.kind as UnsteadyKind,
      target: finding.target ?? "",
      className: finding.className ?? "",
      name: finding.name ?? "",
      because: finding.test ? `${finding.text} (${finding.test})` : finding.text,
    }));
}

/** Order-dependent ones first. */
export function unsteadyMethods(rows: MethodRow[], comparisons: Comparison[], trends: Trend[] = []): Unsteady[] {
  const flaky = rows
    .filter((row) => row.status === "flaky")
    .map((row): Unsteady => ({
      kind: "flaky", target: row.target, className: row.className, name: row.name, because: becauseOfRow(row),
    }));
  const told = [...comparisons.flatMap(fromComparison), ...trends.flatMap(fromTrend)];
  return [
    ...told.filter((one) => one.kind === "order-dependent"),
    ...flaky,
    ...told.filter((one) => one.kind === "newly flaky"),
    ...told.filter((one) => one.kind === "unstable"),
  ];
}
