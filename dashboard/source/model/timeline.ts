// The lives of a run's workers, and what of them can be seen at a certain zoom: spans that fall into
// the same pixel are drawn as one, so that a hundred thousand methods cost no more than a screenful.
import type { Timeline, TraceEvent } from "../data/documents";
import { isRed } from "./methods";
import { wellFormed } from "./text";

export const SPAN_KINDS = ["spawn", "init", "suite set-up", "method", "suite tear-down", "exit", "idle"] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

export interface Span {
  kind: SpanKind;
  name: string;
  beginUs: number; // since the run began
  endUs: number;
  red: boolean;
}

export interface Lane {
  target: string;
  name: string; // "worker 3, rank 1"
  spans: Span[]; // in order of time
}

export interface Lanes {
  lanes: Lane[];
  beginUs: number;
  endUs: number;
}

const KINDS: ReadonlySet<string> = new Set(SPAN_KINDS);

function argument(event: TraceEvent, name: string): string {
  const value = event.args?.[name];
  return typeof value === "string" ? wellFormed(value) : "";
}

function kindOf(event: TraceEvent): SpanKind {
  const kind = event.cat ?? "";
  return KINDS.has(kind) ? (kind as SpanKind) : "method";
}

function spanOf(event: TraceEvent): Span {
  const beginUs = event.ts ?? 0;
  const kind = kindOf(event);
  const className = argument(event, "class");
  const name = wellFormed(event.name ?? kind);
  const status = argument(event, "status");
  return {
    kind,
    name: kind === "method" || !className ? name : `${name} of ${className}`,
    beginUs,
    endUs: beginUs + Math.max(0, event.dur ?? 0),
    red: status !== "" && isRed(status),
  };
}

class LaneCollector {
  private readonly lanes = new Map<string, Lane & { order: number }>();
  private readonly targets = new Map<number, string>();

  take(event: TraceEvent): void {
    if (event.ph === "M" && event.name === "process_name") {
      this.targets.set(event.pid ?? 0, argument(event, "name"));
    } else if (event.ph === "M" && event.name === "thread_name") {
      this.lane(event).name = argument(event, "name");
    } else if (event.ph === "X") {
      this.lane(event).spans.push(spanOf(event));
    }
  }

  private lane(event: TraceEvent): Lane {
    const key = `${event.pid ?? 0}/${event.tid ?? 0}`;
    let lane = this.lanes.get(key);
    if (!lane) {
      const target = this.targets.get(event.pid ?? 0) ?? "";
      lane = { target, name: `worker ${event.tid ?? 0}`, spans: [], order: event.tid ?? 0 };
      this.lanes.set(key, lane);
    }
    return lane;
  }

  finish(): Lane[] {
    const lanes = [...this.lanes.values()].filter((lane) => lane.spans.length > 0);
    for (const lane of lanes) lane.spans.sort((left, right) => left.beginUs - right.beginUs);
    return lanes.sort((left, right) => left.order - right.order);
  }
}

export function lanesOf(timeline: Timeline): Lanes {
  const collector = new LaneCollector();
  for (const event of timeline.traceEvents) collector.take(event);
  const lanes = collector.finish();
  let beginUs = 0; // when the run began
  let endUs = -Infinity;
  for (const lane of lanes) {
    for (const span of lane.spans) {
      beginUs = Math.min(beginUs, span.beginUs);
      endUs = Math.max(endUs, span.endUs);
    }
  }
  return { lanes, beginUs, endUs: Math.max(beginUs, endUs) };
}

export interface Bar {
  kind: SpanKind;
  beginUs: number;
  endUs: number;
  red: boolean;
  count: number; // of spans drawn as this one
  name: string; // of the only or the longest one
}

// A bar that stands for several: the kind that fills it most.
interface Bundle {
  bar: Bar;
  longestUs: number;
}

function joined(bundle: Bundle, span: Span): void {
  const { bar } = bundle;
  const length = span.endUs - span.beginUs;
  if (length > bundle.longestUs) {
    bundle.longestUs = length;
    bar.kind = span.kind;
    bar.name = span.name;
  }
  bar.endUs = Math.max(bar.endUs, span.endUs);
  bar.red ||= span.red;
  bar.count += 1;
}

/** The bars of a lane between two times, at most about two for each of `pixels`. Idle is a gap. */
export function barsOf(lane: Lane, beginUs: number, endUs: number, pixels: number): Bar[] {
  const usPerPixel = (endUs - beginUs) / Math.max(1, pixels);
  const bars: Bar[] = [];
  let bundle: Bundle | null = null;
  for (const span of lane.spans) {
    if (span.kind === "idle" || span.endUs < beginUs || span.beginUs > endUs) continue;
    const small = span.endUs - span.beginUs < usPerPixel;
    // Only neighbours in time within the same pixel's width are joined.
    if (bundle && small && span.endUs - bundle.bar.beginUs < usPerPixel) {
      joined(bundle, span);
      continue;
    }
    const bar: Bar = {
      kind: span.kind, beginUs: span.beginUs, endUs: span.endUs, red: span.red, count: 1, name: span.name,
    };
    bars.push(bar);
    bundle = small ? { bar, longestUs: span.endUs - span.beginUs } : null;
  }
  return bars;
}

export interface LaneSummary {
  target: string;
  name: string;
  beginUs: number;
  endUs: number;
  methods: number;
  red: number;
  busyPercent: number; // of its own life
}

export function summaryOf(lane: Lane): LaneSummary {
  const first = lane.spans[0];
  const beginUs = first?.beginUs ?? 0;
  let endUs = beginUs;
  let busy = 0;
  let methods = 0;
  let red = 0;
  for (const span of lane.spans) {
    endUs = Math.max(endUs, span.endUs);
    if (span.kind !== "idle") busy += span.endUs - span.beginUs;
    if (span.kind === "method") methods += 1;
    if (span.red) red += 1;
  }
  const busyPercent = endUs > beginUs ? (100 * busy) / (endUs - beginUs) : 0;
  return { target: lane.target, name: lane.name, beginUs, endUs, methods, red, busyPercent };
}
