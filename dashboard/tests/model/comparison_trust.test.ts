import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison } from "../../source/data/documents";
import { noiseWords, sampledMethods, sampleWords, untilWords } from "../../source/model/comparison_trust";
import { savingOfComparison, savingsByClass } from "../../source/model/savings";
import { comparison, sampledComparison } from "../browser/more_documents";

const MEASURED = comparison() as unknown as Comparison;
const SAMPLED = sampledComparison() as unknown as Comparison;

test("a sampled comparison is an estimate with an interval, class by class", () => {
  const total = savingOfComparison(SAMPLED);
  assert.deepEqual([total.basis, total.origin, total.interval], ["estimated", "comparison", [88, 92]]);
  const classes = savingsByClass(null, [SAMPLED]).map((row) => `${row.className} ${row.basis} ${row.sampledMethods} of ${row.methods}`);
  assert.deepEqual(classes, ["HugeTest estimated 4 of 1000", "TinyTest measured 2 of 2"]);
});

test("a basis that nobody knows is not taken for a measurement", () => {
  const baseline = { ...MEASURED.total.spawn_baseline, basis: "guessed" as never };
  assert.equal(savingOfComparison({ ...MEASURED, total: { ...MEASURED.total, spawn_baseline: baseline } }).basis, "estimated");
});

test("an estimate says what it rests on, and a measurement needs no such words", () => {
  assert.equal(
    sampleWords(SAMPLED),
    "The time of a process each is estimated from 6 of 1,002 methods, up to 4 of each class and others in each run. Choosing them leaves the "
      + "total uncertain by 1.3 % (standard error), which the interval holds. Only the verdicts of these methods were compared.",
  );
  assert.deepEqual([sampledMethods(MEASURED), sampleWords(MEASURED), untilWords(MEASURED), noiseWords(MEASURED)], [null, "", null, ""]);
});

test("whether a comparison became as exact as asked is told, with what it came to", () => {
  assert.deepEqual(untilWords(SAMPLED), {
    reached: false,
    text: "It did not become as exact as asked: after 60 blocks the speedup in total is known to \u00b122.5 % only, not to \u00b15 %. Allow more with --blocks.",
  });
  const until = { margin_percent: 0.5, reached: true };
  assert.deepEqual(untilWords({ ...SAMPLED, measurement: { ...SAMPLED.measurement, blocks: 1, until } }), {
    reached: true, text: "It ended after 1 block, since the speedup in total was known to \u00b10.5 %, as asked.",
  });
  const total = { ...SAMPLED.total, spawn_baseline: { ...SAMPLED.total.spawn_baseline, speedup_interval: null } };
  assert.match(untilWords({ ...SAMPLED, total })?.text ?? "", /known to no interval yet, not to/);
});

test("noise is named, and what stands in it cannot disguise itself", () => {
  const noise = ["load average 3.0", "a\u202eb"];
  assert.equal(noiseWords({ ...SAMPLED, measurement: { ...SAMPLED.measurement, noise } }), "load average 3.0; a\u27e8U+202E\u27e9b");
});
