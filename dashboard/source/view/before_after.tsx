import * as Plot from "@observablehq/plot";
import { useCallback, useMemo, useState } from "preact/hooks";
import { count, counted, duration, savedInWords } from "../model/format";
import { logDomain, logTicks, needsLogScale } from "../model/log_axis";
import { inOrder, type ClassOrder, type ClassSaving } from "../model/savings";
import { shortened, visibleName } from "../model/text";
import { Chart, FiguresTable } from "./chart";
import { Absent, Section } from "./section";

const FEW = 20;
const MOST = 300; // a picture of more is no picture; the table and the filters know all

const ORDERS: [ClassOrder, string][] = [
  ["saved", "time saved"],
  ["spawn", "time before"],
  ["continuous", "time after"],
  ["speedup", "factor"],
  ["name", "name"],
];

/** What the time of a process each rests on. */
export function basisWords(row: ClassSaving): string {
  if (row.basis === "measured") return "measured";
  if (row.origin === "run") return "estimated from the run";
  return `estimated from ${count(row.sampledMethods)} of ${count(row.methods)}`;
}

export function savedWords(row: ClassSaving): string {
  if (!row.established) return "not established";
  return savedInWords(row.reductionPercent, row.interval);
}

function labelOf(row: ClassSaving, length: number): string {
  return shortened(visibleName(row.className), length);
}

const LABEL_PX = 64; // of a duration at the axis, with room beside it

interface Drawn extends ClassSaving {
  label: string;
  key: string;
}

function options(rows: ClassSaving[], width: number): Plot.PlotOptions {
  const narrow = width < 560;
  const left = narrow ? 128 : 230;
  const right = narrow ? 30 : 112;
  const drawn: Drawn[] = rows.map((row, index) => ({
    ...row, key: String(index), label: labelOf(row, narrow ? 14 : 34),
  }));
  const values = rows.flatMap((row) => [row.spawnNs, row.continuousNs]);
  const domain = logDomain(values);
  const scale: Plot.ScaleOptions = needsLogScale(values)
    ? { type: "log", domain, ticks: logTicks(domain, LABEL_PX / Math.max(LABEL_PX, width - left - right)) }
    : { type: "linear", zero: true, ticks: narrow ? 3 : 6 };
  const labels = new Map(drawn.map((row) => [row.key, row.label]));
  const text = (row: Drawn) => (row.established ? savedInWords(row.reductionPercent, null) : "not established");
  const shared = { y: "key" } as const;
  return {
    height: rows.length * 26 + 60,
    marginLeft: left,
    marginRight: right,
    marginTop: 34,
    marginBottom: 14,
    x: {
      ...scale,
      axis: "top",
      grid: true,
      tickFormat: (ns: number) => duration(ns),
      label: null,
    },
    y: { type: "band", domain: drawn.map((row) => row.key), tickFormat: (key: string) => labels.get(key) ?? "", label: null, tickSize: 0 },
    marks: [
      Plot.ruleY(drawn, { ...shared, x1: "spawnNs", x2: "continuousNs", className: "link", strokeWidth: 3 }),
      Plot.dot(drawn.filter((row) => row.basis === "measured"), { ...shared, x: "spawnNs", r: 5, symbol: "square", className: "before-dot" }),
      Plot.dot(drawn.filter((row) => row.basis === "estimated"), { ...shared, x: "spawnNs", r: 5, symbol: "diamond2", className: "before-dot guessed-dot" }),
      Plot.dot(drawn, { ...shared, x: "continuousNs", r: 5.5, className: "after-dot" }),
      ...(narrow ? [] : [Plot.text(drawn, { ...shared, text, frameAnchor: "right", textAnchor: "start", dx: 12, className: "saved-text" })]),
    ],
  };
}

function Legend({ log, bases }: { log: boolean; bases: Set<string> }) {
  return (
    <p class="legend">
      {bases.has("measured") && <><span class="key before-key" aria-hidden="true" /> a process each, measured</>}
      {bases.has("estimated") && <><span class="key guessed-key" aria-hidden="true" /> a process each, estimated</>}
      <span class="key after-key" aria-hidden="true" /> with Carpool
      {log && <span class="legend-note">logarithmic scale</span>}
    </p>
  );
}

/** Time of each class both ways. */
export function BeforeAfterSection({ rows }: { rows: ClassSaving[] }) {
  const [order, setOrder] = useState<ClassOrder>("saved");
  const [all, setAll] = useState(false);
  const ordered = useMemo(() => inOrder(rows, order), [rows, order]);
  const shown = useMemo(() => ordered.slice(0, all ? MOST : FEW), [ordered, all]);
  const draw = useCallback((width: number) => options(shown, width), [shown]);
  if (rows.length === 0) {
    return (
      <Section id="classes" title="Before and after, by class">
        <Absent>No class has a figure: no method ran.</Absent>
      </Section>
    );
  }
  const bases = new Set<string>(rows.map((row) => row.basis));
  return (
    <Section
      id="classes"
      title="Before and after, by class"
      aside={
        <label class="choice">
          sorted by{" "}
          <select value={order} onChange={(event) => setOrder(event.currentTarget.value as ClassOrder)}>
            {ORDERS.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
          </select>
        </label>
      }
    >
      <p class="lead">
        {counted(rows.length, "class", "classes")},{" "}
        {bases.size > 1 ? "some measured, some estimated; the figures below say which" : [...bases][0]}. A class counts the time its
        processes were busy.
      </p>
      <Legend log={needsLogScale(shown.flatMap((row) => [row.spawnNs, row.continuousNs]))} bases={bases} />
      <Chart label={`Time with a process each and with Carpool, ${shown.length} classes; the table below has the figures`} draw={draw} />
      {ordered.length > FEW && (
        <button type="button" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? `Show the first ${FEW}` : `Show ${ordered.length > MOST ? `the first ${MOST}` : `all ${count(ordered.length)}`}`}
        </button>
      )}
      <FiguresTable
        summary="The figures of each class"
        head={["Class", "Target", "Methods", "Before", "After", "Saved", "Basis"]}
        rows={ordered.map((row) => [
          visibleName(row.className), visibleName(row.target), count(row.methods), duration(row.spawnNs),
          duration(row.continuousNs), savedWords(row), basisWords(row),
        ])}
      />
    </Section>
  );
}
