import { useEffect, useRef } from "preact/hooks";
import type { Attempt } from "../data/documents";
import { counted, duration } from "../model/format";
import type { MethodRow } from "../model/methods";
import { visibleName } from "../model/text";
import { EvidenceOf, Ranks } from "./evidence";
import { Name } from "./names";
import { MinorHeading } from "./minor_heading";
import { StatusMark } from "./status_mark";

function ranBefore(attempt: Attempt): string {
  const before = attempt.ran_before;
  if (!before) return "the first in its worker";
  if (before.count === 1) return `after ${visibleName(before.last)}`;
  return `after ${counted(before.count, "method")}, from ${visibleName(before.first)} to ${visibleName(before.last)}`;
}

function Facts({ row }: { row: MethodRow }) {
  const { method } = row;
  const facts: [string, preact.ComponentChildren][] = [
    ["Target", <Name text={row.target} whole />],
    ["Class", <Name text={row.className} whole />],
  ];
  if (method && method.worker > 0) {
    facts.push(["Body", duration(method.duration_ns)], ["Worker", `${method.worker}, ${ranBefore(method)}`]);
    if (method.attempts > 1) facts.push(["Attempts", String(method.attempts)]);
  }
  return <dl class="facts">{facts.map(([term, value]) => <div key={term}><dt>{term}</dt><dd>{value}</dd></div>)}</dl>;
}

function EarlierAttempts({ attempts }: { attempts: Attempt[] }) {
  return (
    <>
      <MinorHeading>Earlier attempts</MinorHeading>
      {attempts.map((attempt, index) => (
        <details key={index} open={index === 0}>
          <summary>
            attempt {attempt.attempt ?? index + 1} <StatusMark status={attempt.status} />{" "}
            <span class="soft">{duration(attempt.duration_ns)}, worker {attempt.worker}, {ranBefore(attempt)}</span>
          </summary>
          <EvidenceOf evidence={attempt} />
          {attempt.ranks && <Ranks ranks={attempt.ranks} />}
        </details>
      ))}
    </>
  );
}

function saysNothing(row: MethodRow): boolean {
  const { method } = row;
  if (!method) return true;
  return !method.reason && !method.failures?.length && !method.output?.text && !method.stacks && !method.earlier_attempts && !method.ranks;
}

export interface InspectorProps {
  row: MethodRow;
  place: string; // "3 of 1,000"
  onClose: () => void;
  onStep: (by: number) => void;
}

/** All that is known of one method, in a sheet over the page. */
export function Inspector({ row, place, onClose, onStep }: InspectorProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current || dialog.current.open) return;
    dialog.current.showModal();
    // Rather than on the first button, so that a screen reader says whose sheet this is.
    document.getElementById("inspector-title")?.focus();
  }, []);
  useEffect(() => {
    dialog.current?.querySelector(".inspector-body")?.scrollTo(0, 0);
  }, [row]);
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.target as Element).closest("pre")) return;
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      onStep(event.key === "ArrowRight" ? 1 : -1);
    }
  };
  const { method } = row;
  return (
    <dialog
      ref={dialog}
      class="inspector"
      aria-labelledby="inspector-title"
      onClose={onClose}
      onKeyDown={onKey}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="inspector-inside">
        <header>
          <div class="inspector-tools">
            <button type="button" onClick={() => onStep(-1)} aria-label="Previous method">{"\u2190"}</button>
            <button type="button" onClick={() => onStep(1)} aria-label="Next method">{"\u2192"}</button>
            <span class="soft" aria-live="polite">{place}</span>
            <button type="button" class="close" onClick={() => dialog.current?.close()}>Close</button>
          </div>
          <StatusMark status={row.status} />
          <h3 id="inspector-title" tabIndex={-1}><Name text={row.name} whole /></h3>
        </header>
        <div class="inspector-body">
          <Facts row={row} />
          {method && <EvidenceOf evidence={method} />}
          {method?.ranks && <Ranks ranks={method.ranks} />}
          {method?.earlier_attempts && <EarlierAttempts attempts={method.earlier_attempts} />}
          {saysNothing(row) && <p class="absent">It printed nothing, and there is nothing else to tell.</p>}
        </div>
      </div>
    </dialog>
  );
}
