// All methods of a run in one list, and what a reader does with it: filter, search, sort.
import type { Comparison, Method, Report, TestClass } from "../data/documents";
import { wellFormed } from "./text";

export interface MethodRow {
  target: string;
  className: string;
  name: string;
  status: string;
  durationNs: number | null; // null where it was not measured
  method: Method | null; // null where only a comparison tells of it
  ofClass: TestClass | null;
}

export const RED_STATUSES: readonly string[] = [
  "failed", "crashed", "timed_out", "exited", "protocol_error", "teardown_failed", "interrupted", "not_run",
];

/** From the worst to the best: the order of lists and of filters. */
export const STATUSES: readonly string[] = [...RED_STATUSES, "flaky", "skipped", "disabled", "passed"];

const RANK = new Map(STATUSES.map((status, rank) => [status, rank]));

export function isRed(status: string): boolean {
  return RED_STATUSES.includes(status) || !RANK.has(status);
}

function rank(status: string): number {
  return RANK.get(status) ?? -1;
}

export function methodsOfReport(report: Report): MethodRow[] {
  const rows: MethodRow[] = [];
  for (const ofClass of report.classes) {
    const target = wellFormed(ofClass.target);
    const className = wellFormed(ofClass.name);
    for (const method of ofClass.methods) {
      const ran = method.worker > 0;
      rows.push({
        target, className, name: wellFormed(method.name), status: method.status,
        durationNs: ran ? method.duration_ns : null, method, ofClass,
      });
    }
  }
  return rows;
}

export function methodsOfComparison(comparison: Comparison): MethodRow[] {
  return comparison.classes.flatMap((ofClass) =>
    ofClass.methods.map((method) => ({
      target: wellFormed(comparison.target), className: wellFormed(ofClass.name), name: wellFormed(method.name),
      status: method.continuous, durationNs: null, method: null, ofClass: null,
    })),
  );
}

export interface Filter {
  text: string;
  statuses: string[]; // none: all
  target: string; // "": all
  className: string; // "": all
}

export const NO_FILTER: Filter = { text: "", statuses: [], target: "", className: "" };

/** Words in any order and case, all of which stand in `target class.name`. */
export function filtered(rows: MethodRow[], filter: Filter): MethodRow[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const statuses = new Set(filter.statuses);
  return rows.filter((row) => {
    if (statuses.size > 0 && !statuses.has(row.status)) return false;
    if (filter.target && row.target !== filter.target) return false;
    if (filter.className && row.className !== filter.className) return false;
    if (words.length === 0) return true;
    const text = `${row.target} ${row.className}.${row.name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export type SortKey = "status" | "name" | "class" | "duration";
export interface Sort {
  key: SortKey;
  descending: boolean;
}

export const USUAL_SORT: Sort = { key: "status", descending: false };

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function byPlace(left: MethodRow, right: MethodRow): number {
  return compareText(left.target, right.target) || compareText(left.className, right.className);
}

const COMPARE: Record<SortKey, (left: MethodRow, right: MethodRow) => number> = {
  status: (left, right) => rank(left.status) - rank(right.status),
  name: (left, right) => compareText(left.name, right.name) || byPlace(left, right),
  class: (left, right) => byPlace(left, right) || compareText(left.name, right.name),
  duration: (left, right) => (left.durationNs ?? -1) - (right.durationNs ?? -1),
};

/** A new list. What is equal stays in the order of the report. */
export function sorted(rows: MethodRow[], sort: Sort): MethodRow[] {
  const compare = COMPARE[sort.key];
  const direction = sort.descending ? -1 : 1;
  return [...rows].sort((left, right) => direction * compare(left, right));
}

/** How many rows there are of each status, from the worst to the best. */
export function statusCounts(rows: MethodRow[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row.status, (counts.get(row.status) ?? 0) + 1);
  return [...counts].sort(([left], [right]) => rank(left) - rank(right));
}

/** The `limit` slowest, slowest first, without sorting them all. */
export function slowest(rows: MethodRow[], limit: number): MethodRow[] {
  const best: MethodRow[] = [];
  for (const row of rows) {
    if (row.durationNs === null || row.durationNs <= 0) continue;
    if (best.length === limit && row.durationNs <= (best[limit - 1]?.durationNs ?? 0)) continue;
    const at = best.findIndex((other) => (other.durationNs ?? 0) < (row.durationNs ?? 0));
    best.splice(at < 0 ? best.length : at, 0, row);
    best.length = Math.min(best.length, limit);
  }
  return best;
}

/** What the page and its links call a method; see view_state.ts. */
export function keyOf(row: MethodRow): [string, string, string] {
  return [row.target, row.className, row.name];
}

export function findMethod(rows: MethodRow[], key: [string, string, string]): MethodRow | undefined {
  return rows.find((row) => row.name === key[2] && row.className === key[1] && row.target === key[0]);
}
