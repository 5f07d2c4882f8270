// What a trend comes to for the page: how the runs went, and the classes that changed most.
import type { Trend, TrendClass, TrendFinding, TrendRun } from "../data/trend";
import { wellFormed } from "./text";

export interface RunPoint {
  index: number;
  id: string;
  startedAt: string;
  wallNs: number;
  reductionPercent: number | null;
  red: boolean;
  verdict: string; // in words
  machine: number;
  host: string;
}

// What was cut short took less time than it would have: its figures are not those of a whole run.
function verdictOf(run: TrendRun): string {
  const verdict = run.red ? "red" : "green";
  return run.interrupted ? `${verdict}, cut short` : verdict;
}

export function runPoints(trend: Trend): RunPoint[] {
  return trend.runs.map((run, index) => ({
    index,
    id: wellFormed(run.id),
    startedAt: run.started_at,
    wallNs: run.wall_ns,
    reductionPercent: run.spawn_baseline?.reduction_percent ?? null,
    red: run.red,
    verdict: verdictOf(run),
    machine: run.machine,
    host: wellFormed(run.host.name ?? ""),
  }));
}

/** The classes with the most time, longest first: how long each took in each run. */
export function largestClasses(trend: Trend, limit: number): TrendClass[] {
  const time = (one: TrendClass) => one.points.reduce((sum, point) => sum + point.wall_ns, 0) / Math.max(1, one.points.length);
  return [...trend.classes].sort((left, right) => time(right) - time(left)).slice(0, limit);
}

const KIND_WORDS: Record<TrendFinding["kind"], string> = {
  newly_slow: "newly slow",
  newly_flaky: "newly flaky",
  order_dependent: "order-dependent",
};

export interface Finding {
  kind: string; // in words
  target: string | null;
  className: string | null;
  name: string | null;
  text: string;
  test: string; // "Mann-Whitney, p = 0.0012, level 0.01", or ""
}

function number(value: unknown): string {
  if (typeof value !== "number") return "";
  return value !== 0 && Math.abs(value) < 0.0001 ? value.toExponential(1) : String(Number(value.toPrecision(2)));
}

function testOf(finding: TrendFinding, level: number | undefined): string {
  const { evidence } = finding;
  const p = evidence?.adjusted_p_value ?? evidence?.p_value;
  const parts = [
    typeof evidence?.test === "string" ? wellFormed(evidence.test) : "",
    p === undefined ? "" : `p = ${number(p)}`,
    evidence?.level === undefined && level === undefined ? "" : `level ${number(evidence?.level ?? level)}`,
  ];
  return evidence ? parts.filter(Boolean).join(", ") : "";
}

export function findingsOf(trend: Trend): Finding[] {
  return trend.findings.map((finding) => ({
    kind: KIND_WORDS[finding.kind] ?? String(finding.kind),
    target: finding.target === null ? null : wellFormed(finding.target),
    className: finding.class === null ? null : wellFormed(finding.class),
    name: finding.method === null ? null : wellFormed(finding.method),
    text: finding.text,
    test: testOf(finding, trend.settings?.level),
  }));
}

/**
 * Where labels of these positive values stand on a logarithmic axis so that none covers another: each
 * at its value or a little lower, `gap` apart (as a share of the axis).
 */
export function spreadOut(values: number[], gap: number): number[] {
  const logs = values.map((value) => Math.log(Math.max(1, value)));
  const length = Math.max(...logs) - Math.min(...logs) || 1;
  const order = logs.map((_, index) => index).sort((left, right) => (logs[right] ?? 0) - (logs[left] ?? 0));
  const places: number[] = [];
  let lowest = Infinity;
  for (const index of order) {
    lowest = Math.min(logs[index] ?? 0, lowest - gap * length);
    places[index] = Math.exp(lowest);
  }
  return places;
}
