import * as Plot from "@observablehq/plot";
import { useCallback, useMemo } from "preact/hooks";
import { count, duration, percent } from "../model/format";
import { PHASES, PHASE_MEANING, sumOf, totalOf, type ClassSplit, type Phase, type Split } from "../model/time_split";
import { shortened, visibleName } from "../model/text";
import { Chart, FiguresTable } from "./chart";
import { Absent, Section } from "./section";

const SHOWN = 12;

function PhaseBar({ label, split, longest, guessed = false }: { label: string; split: Split; longest: number; guessed?: boolean }) {
  const total = totalOf(split);
  return (
    <div class="phase-row">
      <div class="phase-label">
        <span>{label}</span> <span class="number">{duration(total)}</span>
      </div>
      <div class={`phase-bar${guessed ? " guessed" : ""}`} aria-hidden="true" style={{ width: `${Math.max(0.4, (100 * total) / longest).toFixed(2)}%` }}>
        {PHASES.map((phase) => (
          <span key={phase} class={`phase-${phase}`} style={{ flexGrow: split[phase] / Math.max(1, total) }} />
        ))}
      </div>
    </div>
  );
}

function PhaseTable({ continuous, spawn }: { continuous: Split; spawn: Split }) {
  const total = Math.max(1, totalOf(continuous));
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label="Time by phase">
      <table class="phases">
        <caption class="hidden">Time by phase, added up over processes</caption>
        <thead>
          <tr>
            <th scope="col">Phase</th>
            <th scope="col" class="number">With Carpool</th>
            <th scope="col" class="number">of it</th>
            <th scope="col" class="number">A process each</th>
          </tr>
        </thead>
        <tbody>
          {PHASES.map((phase) => (
            <tr key={phase}>
              <th scope="row">
                <span class={`key phase-${phase}`} aria-hidden="true" /> {phase}
                <span class="soft phase-meaning">{PHASE_MEANING[phase]}</span>
              </th>
              <td class="number">{duration(continuous[phase])}</td>
              <td class="number">{percent((100 * continuous[phase]) / total)}</td>
              <td class="number">{duration(spawn[phase])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOptions(splits: ClassSplit[], width: number): Plot.PlotOptions {
  const narrow = width < 560;
  const labels = splits.map((split) => shortened(visibleName(split.className), narrow ? 14 : 34));
  const pieces = splits.flatMap((split, index) =>
    PHASES.map((phase, order) => ({ index, phase, order, ns: split.continuous[phase] })).filter((piece) => piece.ns > 0),
  );
  return {
    height: splits.length * 24 + 44,
    marginLeft: narrow ? 128 : 230,
    marginRight: 20,
    marginTop: 28,
    marginBottom: 8,
    x: { axis: "top", grid: true, ticks: narrow ? 3 : 6, tickFormat: (ns: number) => duration(ns), label: null },
    y: { type: "band", domain: splits.map((_, index) => index), tickFormat: (index: number) => labels[index] ?? "", label: null, tickSize: 0, padding: 0.3 },
    color: { type: "ordinal", domain: [...PHASES], range: PHASES.map((phase: Phase) => `var(--phase-${phase})`) },
    marks: [
      Plot.barX(pieces, { x: "ns", y: "index", fill: "phase", order: "order", title: (piece: { phase: Phase; ns: number }) => `${piece.phase}: ${duration(piece.ns)}` }),
    ],
  };
}

/** Where the time went: start-up, set-up, bodies. */
export function TimeSection({ splits }: { splits: ClassSplit[] }) {
  const continuous = useMemo(() => sumOf(splits.map((split) => split.continuous)), [splits]);
  const spawn = useMemo(() => sumOf(splits.map((split) => split.spawn)), [splits]);
  const largest = useMemo(
    () => [...splits].sort((left, right) => totalOf(right.continuous) - totalOf(left.continuous)),
    [splits],
  );
  const shown = useMemo(() => largest.slice(0, SHOWN), [largest]);
  const draw = useCallback((width: number) => classOptions(shown, width), [shown]);
  if (splits.length === 0) return <Section id="time" title="Where the time went"><Absent>No method ran.</Absent></Section>;
  const longest = Math.max(totalOf(continuous), totalOf(spawn), 1);
  return (
    <Section id="time" title="Where the time went">
      <p class="lead">
        Added up over all processes. With Carpool {percent((100 * continuous.bodies) / Math.max(1, totalOf(continuous)))} of it
        went into the test methods; with a process each it would have been {percent((100 * spawn.bodies) / Math.max(1, totalOf(spawn)))}.
      </p>
      <PhaseBar label="with Carpool" split={continuous} longest={longest} />
      <PhaseBar label="a process each, estimated" split={spawn} longest={longest} guessed />
      <PhaseTable continuous={continuous} spawn={spawn} />
      <h3>{largest.length > SHOWN ? `The ${SHOWN} classes that took most` : "By class"}</h3>
      <Chart label={`Time of ${shown.length} classes by phase; the table below has the figures`} draw={draw} />
      <FiguresTable
        summary="The phases of each class"
        head={["Class", "Target", "Methods", "Workers", ...PHASES]}
        rows={largest.map((split) => [
          visibleName(split.className), visibleName(split.target), count(split.methods), count(split.workers),
          ...PHASES.map((phase) => duration(split.continuous[phase])),
        ])}
      />
    </Section>
  );
}
