import assert from "node:assert/strict";
import { test } from "node:test";
import { filtered, isRed, NO_FILTER, slowest, sorted, statusCounts, type MethodRow } from "../../source/model/methods";
import { FIRST_VIEW, hashFromState, stateFromHash, type ViewState } from "../../source/model/view_state";
import { visibleWindow } from "../../source/view/virtual_rows";

function row(name: string, status: string, durationNs: number | null, className = "C", target = "t"): MethodRow {
  return { target, className, name, status, durationNs, method: null, ofClass: null };
}

const ROWS = [
  row("a", "passed", 5), row("b", "crashed", 1), row("c", "flaky", 9), row("d", "failed", 3, "D"), row("e", "disabled", null, "D", "u"),
];
const names = (rows: MethodRow[]) => rows.map((one) => one.name).join("");

test("filters add up", () => {
  assert.equal(names(filtered(ROWS, NO_FILTER)), "abcde");
  assert.equal(names(filtered(ROWS, { ...NO_FILTER, statuses: ["failed", "crashed"] })), "bd");
  assert.equal(names(filtered(ROWS, { ...NO_FILTER, target: "t", className: "D" })), "d");
  assert.equal(names(filtered(ROWS, { ...NO_FILTER, text: " D.e  U " })), "e");
});

test("the worst stand first; equals stay in the report's order, also backwards", () => {
  assert.equal(names(sorted(ROWS, { key: "status", descending: false })), "dbcea");
  assert.equal(names(sorted(ROWS, { key: "duration", descending: true })), "cadbe");
  const equal = [row("x", "passed", 1), row("y", "passed", 1)];
  assert.equal(names(sorted(equal, { key: "duration", descending: true })), "xy");
});

test("a status that this page does not know counts as red", () => {
  assert.ok(isRed("exploded"));
  assert.ok(!isRed("skipped"));
  assert.deepEqual(statusCounts([...ROWS, row("f", "exploded", 1)])[0], ["exploded", 1]);
});

test("the slowest are found without those that did not run", () => {
  assert.equal(names(slowest(ROWS, 3)), "cad");
  assert.equal(names(slowest(ROWS, 10)), "cadb");
});

test("a view survives its way through the address", () => {
  const state: ViewState = {
    run: "r#1", filter: { text: "a&b=c %", statuses: ["failed", "timed_out"], target: "t/1", className: "C,D" },
    sort: { key: "duration", descending: true }, method: ["t/&", "C=", "</script>\u202e"], section: "methods",
  };
  assert.deepEqual(stateFromHash(hashFromState(state)), state);
  assert.equal(hashFromState(FIRST_VIEW), "");
  assert.deepEqual(stateFromHash("#"), FIRST_VIEW);
  assert.deepEqual(stateFromHash("#method=a/b&sort=-x&search=%E0%A4%A"), FIRST_VIEW);
});

test("rows exist in sight and a few around, wherever the list stands", () => {
  assert.deepEqual(visibleWindow(0, 480, 48, 100_000), { first: 0, end: 18 });
  assert.deepEqual(visibleWindow(48_000, 480, 48, 100_000), { first: 992, end: 1018 });
  assert.deepEqual(visibleWindow(1e9, 480, 48, 100), { first: 92, end: 100 });
  assert.deepEqual(visibleWindow(0, 480, 48, 0), { first: 0, end: 0 });
});
