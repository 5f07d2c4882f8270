import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, duration, moment, percent, percentInterval, savedInWords, times } from "../../source/model/format";

test("durations have a unit that suits them and three digits", () => {
  const expected: [number, string][] = [
    [0, "0 s"], [7, "7 ns"], [999, "999 ns"], [1500, "1.50 \u00b5s"], [999_600, "1.00 ms"], [99_960_000, "100 ms"], [603_000_000, "603 ms"],
    [4_130_000_000, "4.13 s"], [59_940_000_000, "59.9 s"], [125_000_000_000, "2 min 05 s"], [3_720_000_000_000, "1 h 02 min"],
    [-57_000_000, "\u221257.0 ms"],
  ];
  for (const [ns, text] of expected) assert.equal(duration(ns), text);
});

test("a share is never rounded up to all of it", () => {
  assert.equal(percent(85.44), "85.4 %");
  assert.equal(percent(99.996), "99.99 %");
  assert.equal(percent(100), "100.0 %");
  assert.equal(percent(-12.84), "\u221212.8 %");
});

test("intervals, factors, counts and times are written out", () => {
  assert.equal(percentInterval([-57.4, 56.4]), "\u221257.4 to 56.4 %");
  assert.equal(savedInWords(87.5, [85.4, 89]), "87.5 % (85.4 to 89.0 %)");
  assert.equal(savedInWords(-842.5, [-2173.9, -558.4]), "842.5 % lost (558.4 to 2173.9 %)");
  assert.equal(savedInWords(-5, null), "5.0 % lost");
  assert.equal(times(6.789), "6.79\u00d7");
  assert.equal(times(129.7), "130\u00d7");
  assert.equal(counted(1, "class", "classes"), "1 class");
  assert.equal(counted(100000, "method"), "100,000 methods");
  assert.equal(moment("2026-12-02T20:41:12.123Z"), "2 Dec 2026, 20:41 UTC");
  assert.equal(moment("yesterday"), "yesterday");
});
