import * as Plot from "@observablehq/plot";
import { useCallback, useMemo } from "preact/hooks";
import type { Trend, TrendClass } from "../data/trend";
import { count, counted, duration, moment, percent } from "../model/format";
import { logDomain, logTicks } from "../model/log_axis";
import { visibleName } from "../model/text";
import { findingsOf, largestClasses, runPoints, spreadOut, type Finding, type RunPoint } from "../model/trend";
import { Chart, FiguresTable } from "./chart";
import { Name } from "./names";
import { Absent, Section } from "./section";
import { useView } from "./view_store";

const CLASSES = 6;
const FINDINGS = 50;

function wallOptions(points: RunPoint[], width: number): Plot.PlotOptions {
  const machines = [...new Set(points.map((point) => point.machine))];
  return {
    height: 200,
    marginLeft: 64,
    marginRight: 16,
    x: { type: "linear", label: null, ticks: Math.min(points.length - 1, width < 560 ? 4 : 10), tickFormat: (index: number) => (Number.isInteger(index) ? String(index + 1) : "") },
    y: { zero: true, grid: true, ticks: 4, tickSize: 0, tickFormat: (ns: number) => duration(ns), label: null },
    marks: [
      Plot.lineY(points, { x: "index", y: "wallNs", z: "machine", className: "trend-line", strokeDasharray: machines.length > 1 ? "4 2" : undefined }),
      Plot.dot(points.filter((point) => !point.red), { x: "index", y: "wallNs", r: 3.5, className: "after-dot" }),
      Plot.dot(points.filter((point) => point.red), { x: "index", y: "wallNs", r: 5, symbol: "times", className: "red-dot" }),
    ],
  };
}

function classOptions(trend: Trend, width: number): Plot.PlotOptions {
  const classes = largestClasses(trend, CLASSES);
  const points = classes.flatMap((one, order) => one.points.map((point) => ({ order, run: point.run, ns: point.wall_ns })));
  const ends = classes.flatMap((one, order) => {
    const last = one.points.at(-1);
    return last ? [{ order, run: last.run, ns: last.wall_ns, name: visibleName(one.name).slice(0, 28) }] : [];
  });
  const places = spreadOut(ends.map((end) => end.ns), 0.08);
  const labels = ends.map((end, index) => ({ ...end, place: places[index] }));
  const domain = logDomain(points.map((point) => point.ns));
  const narrow = width < 560;
  return {
    height: 240,
    marginLeft: 64,
    marginRight: narrow ? 112 : 190,
    x: { type: "linear", label: null, ticks: Math.min(trend.runs.length - 1, narrow ? 3 : 10), tickFormat: (run: number) => (Number.isInteger(run) ? String(run + 1) : "") },
    y: { type: "log", domain, grid: true, ticks: logTicks(domain), tickSize: 0, tickFormat: (ns: number) => duration(ns), label: null },
    marks: [
      Plot.lineY(points, { x: "run", y: "ns", z: "order", className: "trend-line" }),
      Plot.text(labels, { x: "run", y: "place", text: (end: { name: string }) => (narrow ? end.name.slice(0, 16) : end.name), textAnchor: "start", dx: 8, className: "trend-name" }),
    ],
  };
}

function FindingItem({ finding }: { finding: Finding }) {
  const { linkTo } = useView();
  const { target, className, name } = finding;
  return (
    <li>
      <span class="tag">{finding.kind}</span>{" "}
      {target !== null && className !== null && name !== null ? (
        <a href={linkTo({ method: [target, className, name] })}><Name text={name} /></a>
      ) : (
        <span>{className === null ? "the machine or the build as a whole" : "the whole class"}</span>
      )}{" "}
      {className !== null && <span class="soft"><Name text={className} /> in <Name text={target ?? ""} /></span>}
      <p class="because">{visibleName(finding.text)} {finding.test && <span class="soft">({finding.test})</span>}</p>
    </li>
  );
}

function classRows(classes: TrendClass[], points: RunPoint[]): string[][] {
  const times = classes.map((one) => new Map(one.points.map((point) => [point.run, point.wall_ns])));
  return points.map((point) => [
    count(point.index + 1),
    ...times.map((ofClass) => {
      const ns = ofClass.get(point.index);
      return ns === undefined ? "\u2013" : duration(ns);
    }),
  ]);
}

function TrendCharts({ trend }: { trend: Trend }) {
  const points = useMemo(() => runPoints(trend), [trend]);
  const largest = useMemo(() => largestClasses(trend, CLASSES), [trend]);
  const drawWall = useCallback((width: number) => wallOptions(points, width), [points]);
  const drawClasses = useCallback((width: number) => classOptions(trend, width), [trend]);
  return (
    <>
      <p class="legend"><span class="key after-key" aria-hidden="true" /> green run <span class="red-key" aria-hidden="true">{"\u2715"}</span> red run; runs by number, the oldest first</p>
      <h3>Wall time of each run</h3>
      <Chart label={`Wall time of ${points.length} runs; the table below has the figures`} draw={drawWall} />
      <FiguresTable
        summary="The figures of each run"
        head={["Run", "Number", "Started", "Host", "Wall time", "Saved, estimated", "Verdict"]}
        rows={points.map((point) => [
          visibleName(point.id), count(point.index + 1), moment(point.startedAt), visibleName(point.host), duration(point.wallNs),
          point.reductionPercent === null ? "\u2013" : percent(point.reductionPercent), point.verdict,
        ])}
      />
      {trend.classes.length > 0 && (
        <>
          <h3>The classes that take most, on a logarithmic scale</h3>
          <Chart label={`Wall time of the ${counted(largest.length, "longest class", "longest classes")} in each run; the table below has the figures`} draw={drawClasses} />
          <FiguresTable
            summary="The figures of the longest classes"
            head={["Run", ...largest.map((one) => visibleName(one.name))]}
            rows={classRows(largest, points)}
          />
        </>
      )}
    </>
  );
}

function OneTrend({ trend }: { trend: Trend }) {
  const all = findingsOf(trend);
  // The unsteady ones stand in a part of their own.
  const findings = all.filter((finding) => finding.kind === "newly slow");
  return (
    <>
      <p class="lead">
        {counted(trend.runs.length, "run")}. {findings.length === 0 ? "Nothing has become slower by more than the noise." : `Slower by more than the noise: ${count(findings.length)}.`}
        {all.length > findings.length && ` ${counted(all.length - findings.length, "method")} newly flaky or order-dependent, listed above.`}
      </p>
      {findings.length > 0 && <ul class="unsteady-list">{findings.slice(0, FINDINGS).map((finding, index) => <FindingItem key={index} finding={finding} />)}</ul>}
      {findings.length > FINDINGS && <p class="note">The first {FINDINGS} of {count(findings.length)}.</p>}
      {trend.problems.length > 0 && <ul class="troubles">{trend.problems.map((text, index) => <li key={index}>{visibleName(text)}</li>)}</ul>}
      {trend.runs.length > 1 && <TrendCharts trend={trend} />}
    </>
  );
}

/** How the runs went one after the other, and what has changed for good. `names`: those of the trends. */
export function TrendSection({ trends, names }: { trends: Trend[]; names: string[] }) {
  return (
    <Section id="trend" title="The trend">
      {trends.length === 0 && (
        <Absent>There is no trend here: one takes several runs, and <code>carpool history</code> computes it.</Absent>
      )}
      {trends.map((trend, index) => (
        <div key={index} class="one-trend">
          {trends.length > 1 && <p class="saving-basis">{count(index + 1)} of {counted(trends.length, "trend")}: <Name text={names[index] ?? ""} /></p>}
          <OneTrend trend={trend} />
        </div>
      ))}
    </Section>
  );
}
