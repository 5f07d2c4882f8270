// What a comparison rests on and what speaks against it, in words: an estimate is not to be taken for a
// measurement, nor a comparison that ended early for one that went as far as it was to go.
import type { Comparison, Interval } from "../data/documents";
import { count, counted, percentPlain } from "./format";
import { visibleName } from "./text";

export interface Sampled {
  methods: number;
  of: number;
}

/** The methods that ran as a process each, where those were not all. */
export function sampledMethods(comparison: Comparison): Sampled | null {
  const { total, measurement } = comparison;
  if (total.spawn_baseline.basis === "measured" && !measurement.sample) return null;
  const listed = comparison.classes.reduce((sum, ofClass) => sum + ofClass.methods.length, 0);
  return { methods: total.sampled_methods ?? listed, of: total.methods };
}

/** "from 40 of 1,000 methods, up to 4 of each class ..."; "" where all ran both ways. */
export function sampleWords(comparison: Comparison): string {
  const sampled = sampledMethods(comparison);
  if (!sampled) return "";
  const perClass = comparison.measurement.sample?.methods_per_class;
  const error = comparison.total.spawn_baseline.sampling_error_percent;
  const each = perClass === undefined ? "" : `, up to ${count(perClass)} of each class and others in each run`;
  const uncertain = error === undefined
    ? ""
    : ` Choosing them leaves the total uncertain by ${percentPlain(error)} (standard error), which the interval holds.`;
  return (
    `The time of a process each is estimated from ${count(sampled.methods)} of ${counted(sampled.of, "method")}${each}.${uncertain}` +
    " Only the verdicts of these methods were compared."
  );
}

// Half the width of the interval on logarithms, as `carpool compare` has it.
function marginPercent(interval: Interval): number | null {
  if (!interval || interval[0] <= 0) return null;
  return 100 * (Math.sqrt(interval[1] / interval[0]) - 1);
}

/** What became of a wish for exactness (`--until`); null where there was none. */
export function untilWords(comparison: Comparison): { reached: boolean; text: string } | null {
  const { until, blocks } = comparison.measurement;
  if (!until) return null;
  const wanted = `\u00b1${percentPlain(until.margin_percent)}`;
  const ran = counted(blocks, "block");
  if (until.reached) {
    return { reached: true, text: `It ended after ${ran}, since the speedup in total was known to ${wanted}, as asked.` };
  }
  const margin = marginPercent(comparison.total.spawn_baseline.speedup_interval);
  const known = margin === null ? "to no interval yet" : `to \u00b1${percentPlain(margin)} only`;
  return {
    reached: false,
    text: `It did not become as exact as asked: after ${ran} the speedup in total is known ${known}, not to ${wanted}. Allow more with --blocks.`,
  };
}

/** "load average 3.0 on 2 cores when it began; ..."; "" on a quiet machine. */
export function noiseWords(comparison: Comparison): string {
  return (comparison.measurement.noise ?? []).map(visibleName).join("; ");
}
