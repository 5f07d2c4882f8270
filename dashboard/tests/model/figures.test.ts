import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison, Report } from "../../source/data/documents";
import { logDomain, logTicks, needsLogScale } from "../../source/model/log_axis";
import { inOrder, savingOfComparison, savingOfReport, savingsByClass } from "../../source/model/savings";
import { splitOfClass, sumOf, totalOf } from "../../source/model/time_split";
import { barsOf, lanesOf, summaryOf, type Lane } from "../../source/model/timeline";
import { spreadOut } from "../../source/model/trend";
import { unsteadyMethods } from "../../source/model/unsteady";
import { comparison, timeline, trend } from "../browser/more_documents";
import { method, report, testClass } from "../browser/shapes";

const RUN = report([testClass("core_tests", "ParserTest", [method("a"), method("b")]), testClass("core_tests", "Other", [method("c")])]) as unknown as Report;
const COMPARED = comparison() as unknown as Comparison;

test("what is measured stands apart from what is estimated", () => {
  assert.equal(savingOfReport(RUN)?.basis, "estimated");
  assert.equal(savingOfReport({ ...RUN, spawn_baseline: null }), null);
  assert.deepEqual(savingOfComparison(COMPARED).interval, [81.9, 83.1]);
  const bases = savingsByClass(RUN, [COMPARED]).map((row) => `${row.className} ${row.basis} ${row.established}`);
  assert.deepEqual(bases, ["ParserTest measured true", "Other estimated true", "LexerTest measured false"]);
});

test("too few pairs for an interval establish nothing", () => {
  const total = { ...COMPARED.total, spawn_baseline: { ...COMPARED.total.spawn_baseline, reduction_percent_interval: null } };
  assert.equal(savingOfComparison({ ...COMPARED, total }).established, false);
});

test("classes are sorted, and a logarithmic axis is taken where figures lie far apart", () => {
  const rows = savingsByClass(RUN, [COMPARED]);
  assert.deepEqual(inOrder(rows, "name").map((row) => row.className), ["LexerTest", "Other", "ParserTest"]);
  assert.ok(needsLogScale([1, 51]));
  assert.ok(!needsLogScale([10, 40, 0]));
});

test("a logarithmic axis holds all values and has round numbers, few of them", () => {
  assert.deepEqual(logDomain([100, 0, 1000]), [80, 1250]);
  assert.deepEqual(logTicks([8, 12_000]), [10, 100, 1000, 10_000]);
  assert.deepEqual(logTicks([80, 1250]), [100, 200, 500, 1000]);
  assert.deepEqual(logTicks([21, 48]), [30, 40]);
  assert.deepEqual(logTicks([80, 1250], 0.2), [100, 200, 500, 1000]);
  assert.deepEqual(logTicks([80, 1250], 0.3), [100, 1000], "labels that would cover each other are left out");
  assert.deepEqual(logTicks([8, 12_000], 0.4), [10, 1000]);
});

test("time is split into phases, for live workers and for a process each", () => {
  const ofClass = testClass("t", "C", [method("a", { duration_ns: 10 }), method("b", { duration_ns: 20 }), method("c", { status: "not_run" })], {
    start_up: { spawn_ns: 100, init_ns: 10 }, suite_set_up_ns: 1000, suite_tear_down_ns: 1, exit_ns: 5,
    workers: [{ worker: 1, taken_over: false, spawn_ns: 120, init_ns: 12 }, { worker: 2, taken_over: true }],
  });
  const split = splitOfClass(ofClass);
  assert.deepEqual(split.continuous, { spawn: 120, init: 12, "set-up": 2000, bodies: 30, "tear-down": 2, exit: 5 });
  assert.deepEqual(split.spawn, { spawn: 200, init: 20, "set-up": 2000, bodies: 30, "tear-down": 2, exit: 10 });
  assert.equal(totalOf(sumOf([split.continuous, split.continuous])), 2 * 2169);
});

test("each rank of a gang counts", () => {
  const ofClass = testClass("t", "C", [method("a", { duration_ns: 10 })], {
    start_up: { spawn_ns: 100, init_ns: 0 }, workers: [0, 1].map((rank) => ({ worker: rank + 1, taken_over: false, rank })),
  });
  assert.equal(splitOfClass(ofClass).continuous.bodies, 20);
  assert.equal(splitOfClass(ofClass).spawn.spawn, 200);
});

test("a trace becomes lanes", () => {
  const { lanes, beginUs, endUs } = lanesOf(timeline("r"));
  assert.equal(lanes.length, 1);
  assert.deepEqual([lanes[0]?.name, lanes[0]?.target, beginUs, endUs], ["worker 1", "core_tests", 0, 214_000]);
  const summary = summaryOf(lanes[0] as Lane);
  assert.deepEqual([summary.methods, summary.red], [2, 1]);
});

test("spans that share a pixel are drawn as one, and none is lost", () => {
  const spans = Array.from({ length: 100_000 }, (_, index) => ({
    kind: "method" as const, name: `m${index}`, beginUs: index, endUs: index + 0.9, red: index === 77_777,
  }));
  const bars = barsOf({ target: "t", name: "w", spans }, 0, 100_000, 500);
  assert.ok(bars.length <= 1000, `${bars.length}`);
  assert.equal(bars.reduce((sum, bar) => sum + bar.count, 0), 100_000);
  assert.equal(bars.filter((bar) => bar.red).length, 1);
  const near = barsOf({ target: "t", name: "w", spans }, 100, 110, 500);
  assert.ok(near.every((bar) => bar.count === 1) && near.length >= 10);
});

test("unsteady methods come from every document that tells of some", () => {
  const rows = [{ target: "t", className: "C", name: "n", status: "flaky", durationNs: 1, method: null, ofClass: null }];
  const seen = trend();
  const place = { target: "core_tests", class: "ParserTest" };
  const findings = [
    ...seen.findings,
    { ...place, kind: "newly_flaky", method: "Wavers", text: "goes back and forth" },
    { ...place, kind: "order_dependent", method: "Leans", text: "red alone" },
  ];
  const told = unsteadyMethods(rows, [COMPARED], [{ ...seen, findings } as never]).map((one) => `${one.kind} ${one.name}`);
  assert.deepEqual(told, ["order-dependent ReadsText", "order-dependent Leans", "flaky n", "newly flaky Wavers", "unstable Flickers"]);
  const found = unsteadyMethods(rows, [COMPARED], [seen as never]).map((one) => `${one.kind} ${one.name}`);
  assert.deepEqual(found, ["order-dependent ReadsText", "flaky n", "unstable Flickers"]);
});

test("a class of very many workers is split like any other", () => {
  const workers = Array.from({ length: 200_000 }, (_, index) => ({ number: index + 1, rank: 0 }));
  const ofClass = { ...testClass("t", "C", [method("a")]), workers } as never;
  assert.equal(splitOfClass(ofClass).workers, 200_000);
});

test("labels of lines that lie close stand apart", () => {
  const [high = 0, low = 0] = spreadOut([1000, 999, 10], 0.1);
  assert.equal(Math.round(high), 1000);
  assert.ok(low < 700);
});
