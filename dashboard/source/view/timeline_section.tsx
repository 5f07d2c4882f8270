import * as Plot from "@observablehq/plot";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Timeline } from "../data/documents";
import { count, duration, percent } from "../model/format";
import { barsOf, lanesOf, SPAN_KINDS, summaryOf, type Bar, type Lane, type Lanes, type SpanKind } from "../model/timeline";
import { shortened, visibleName } from "../model/text";
import { Chart, FiguresTable } from "./chart";
import { Absent, Section } from "./section";

const LANES_AT_A_TIME = 40;
const STEP = 0.5; // of what is in sight, for a step to the side
const ZOOM = 2;

const PHASE_OF: Record<SpanKind, string> = {
  spawn: "spawn", init: "init", "suite set-up": "set-up", method: "bodies", "suite tear-down": "tear-down", exit: "exit", idle: "idle",
};

interface Range {
  beginUs: number;
  endUs: number;
}

function clamped(range: Range, whole: Range): Range {
  const length = Math.min(range.endUs - range.beginUs, whole.endUs - whole.beginUs);
  const beginUs = Math.max(whole.beginUs, Math.min(range.beginUs, whole.endUs - length));
  return { beginUs, endUs: beginUs + length };
}

function zoomed(range: Range, factor: number, whole: Range): Range {
  const middle = (range.beginUs + range.endUs) / 2;
  const half = Math.max(0.5, (range.endUs - range.beginUs) / 2 / factor);
  return clamped({ beginUs: middle - half, endUs: middle + half }, whole);
}

function moved(range: Range, share: number, whole: Range): Range {
  const by = (range.endUs - range.beginUs) * share;
  return clamped({ beginUs: range.beginUs + by, endUs: range.endUs + by }, whole);
}

function barTitle(bar: Bar): string {
  const length = duration((bar.endUs - bar.beginUs) * 1000);
  const name = shortened(visibleName(bar.name), 80);
  return bar.count === 1 ? `${name}: ${length}` : `${count(bar.count)} spans in ${length}, the longest: ${name}`;
}

function options(lanes: Lane[], range: Range, width: number): Plot.PlotOptions {
  const narrow = width < 560;
  const marginLeft = narrow ? 84 : 150;
  const drawn = lanes.flatMap((lane, index) =>
    barsOf(lane, range.beginUs, range.endUs, width - marginLeft - 12).map((bar) => ({
      index, kind: PHASE_OF[bar.kind], red: bar.red, title: barTitle(bar),
      x1: Math.max(range.beginUs, bar.beginUs), x2: Math.min(range.endUs, bar.endUs),
    })),
  );
  const phases = SPAN_KINDS.filter((kind) => kind !== "idle").map((kind) => PHASE_OF[kind]);
  return {
    height: lanes.length * 20 + 40,
    marginLeft,
    marginRight: 12,
    marginTop: 28,
    marginBottom: 6,
    x: {
      type: "linear", domain: [range.beginUs, range.endUs], axis: "top", grid: true, ticks: narrow ? 3 : 7, label: null,
      tickFormat: (us: number) => duration(us * 1000),
    },
    y: {
      type: "band", domain: lanes.map((_, index) => index), padding: 0.25, label: null, tickSize: 0,
      tickFormat: (index: number) => shortened(visibleName(lanes[index]?.name ?? ""), narrow ? 12 : 22),
    },
    color: { type: "ordinal", domain: phases, range: phases.map((phase) => `var(--phase-${phase})`) },
    marks: [
      Plot.barX(drawn, { x1: "x1", x2: "x2", y: "index", fill: "kind", title: "title", className: "span" }),
      // Below the bar, so that red is told by its place too.
      Plot.tickX(drawn.filter((bar) => bar.red), { x: (bar: { x1: number; x2: number }) => (bar.x1 + bar.x2) / 2, y: "index", className: "red-span", title: "title" }),
    ],
  };
}

function Controls({ range, whole, onChange }: { range: Range; whole: Range; onChange: (range: Range) => void }) {
  const isWhole = range.beginUs <= whole.beginUs && range.endUs >= whole.endUs;
  return (
    <div class="timeline-controls" role="group" aria-label="What is in sight">
      <button type="button" onClick={() => onChange(zoomed(range, ZOOM, whole))} aria-label="Zoom in">+</button>
      <button type="button" onClick={() => onChange(zoomed(range, 1 / ZOOM, whole))} disabled={isWhole} aria-label="Zoom out">{"\u2212"}</button>
      <button type="button" onClick={() => onChange(moved(range, -STEP, whole))} disabled={range.beginUs <= whole.beginUs} aria-label="Earlier">{"\u2190"}</button>
      <button type="button" onClick={() => onChange(moved(range, STEP, whole))} disabled={range.endUs >= whole.endUs} aria-label="Later">{"\u2192"}</button>
      <button type="button" onClick={() => onChange(whole)} disabled={isWhole}>Whole run</button>
      <span class="soft" aria-live="polite">{duration(range.beginUs * 1000)} to {duration(range.endUs * 1000)}</span>
    </div>
  );
}

function Legend() {
  return (
    <p class="legend">
      {SPAN_KINDS.filter((kind) => kind !== "idle").map((kind) => (
        <span key={kind} class="legend-item"><span class={`key phase-${PHASE_OF[kind]}`} aria-hidden="true" /> {kind}</span>
      ))}
      <span class="legend-item"><span class="red-tick-key" aria-hidden="true" /> red</span>
      <span class="legend-item">gap: idle</span>
    </p>
  );
}

function TimelineOf({ all }: { all: Lanes }) {
  const whole = useMemo(() => ({ beginUs: all.beginUs, endUs: all.endUs }), [all]);
  const [range, setRange] = useState<Range>(whole);
  useEffect(() => setRange(whole), [whole]);
  const [first, setFirst] = useState(0);
  const lanes = useMemo(() => all.lanes.slice(first, first + LANES_AT_A_TIME), [all, first]);
  const draw = useCallback((width: number) => options(lanes, range, width), [lanes, range]);
  const summaries = useMemo(() => all.lanes.map(summaryOf), [all]);
  const last = Math.min(first + LANES_AT_A_TIME, all.lanes.length);
  return (
    <>
      <Legend />
      <Controls range={range} whole={whole} onChange={setRange} />
      <Chart label={`What ${lanes.length} workers did when; the table below has the figures`} draw={draw} />
      {all.lanes.length > LANES_AT_A_TIME && (
        <p class="timeline-pages">
          <button type="button" disabled={first === 0} onClick={() => setFirst(Math.max(0, first - LANES_AT_A_TIME))}>Earlier workers</button>{" "}
          <button type="button" disabled={last >= all.lanes.length} onClick={() => setFirst(first + LANES_AT_A_TIME)}>Later workers</button>{" "}
          <span class="soft" aria-live="polite">{count(first + 1)} to {count(last)} of {count(all.lanes.length)}</span>
        </p>
      )}
      <FiguresTable
        summary="The figures of each worker"
        head={["Worker", "Target", "From", "To", "Busy", "Methods", "Red"]}
        rows={summaries.map((one) => [
          visibleName(one.name), visibleName(one.target), duration(one.beginUs * 1000), duration(one.endUs * 1000), percent(one.busyPercent),
          count(one.methods), count(one.red),
        ])}
      />
    </>
  );
}

/** What each worker and rank did when. */
export function TimelineSection({ timeline }: { timeline: Timeline | null }) {
  const all = useMemo(() => (timeline ? lanesOf(timeline) : null), [timeline]);
  return (
    <Section id="timeline" title="The workers in time">
      {all && all.lanes.length > 0 ? (
        <TimelineOf all={all} />
      ) : (
        <Absent>{timeline ? "No worker was started." : "There is no timeline of this run here."}</Absent>
      )}
    </Section>
  );
}
