import { useState } from "preact/hooks";
import type { Report, TestClass } from "../data/documents";
import { count, counted, duration } from "../model/format";
import { isRed, keyOf, RED_STATUSES, type MethodRow } from "../model/methods";
import { visibleName, wellFormed } from "../model/text";
import { EvidenceOf } from "./evidence";
import { MinorHeading, MinorLevel } from "./minor_heading";
import { Name } from "./names";
import { Section } from "./section";
import { StatusMark, statusWords } from "./status_mark";
import { useView } from "./view_store";

const AT_A_TIME = 25;
const OPEN_AT_FIRST = 1;

function RedMethod({ row, open }: { row: MethodRow; open: boolean }) {
  const { change } = useView();
  // What is folded away is not drawn before it is wanted: there may be a lot of it.
  const [drawn, setDrawn] = useState(open);
  return (
    <details class="red-method" open={open} onToggle={(event) => event.currentTarget.open && setDrawn(true)}>
      <summary>
        <StatusMark status={row.status} />
        <span class="red-name">
          <Name text={row.name} />
          <span class="soft"><Name text={row.className} /> in <Name text={row.target} /></span>
        </span>
        <span class="number soft">{row.durationNs === null ? "" : duration(row.durationNs)}</span>
      </summary>
      {drawn && row.method && (
        <div class="red-evidence">
          <EvidenceOf evidence={row.method} />
          <button type="button" class="plain" onClick={() => change({ method: keyOf(row) }, true)}>
            All of this method
          </button>
        </div>
      )}
    </details>
  );
}

const TROUBLED_CLASSES: readonly string[] = ["setup_failed", "startup_failed", "teardown_failed"];

function TroubledClass({ ofClass }: { ofClass: TestClass }) {
  const failuresIn = (place: string) =>
    (ofClass.fixture_failures ?? []).filter((fixture) => fixture.in === place).flatMap((fixture) => fixture.failures);
  const setUp = failuresIn("suite_set_up");
  const tearDown = failuresIn("suite_tear_down");
  return (
    <details class="red-method" open>
      <summary>
        <StatusMark status={ofClass.status} />
        <span class="red-name">
          <Name text={wellFormed(ofClass.name)} />
          <span class="soft">class in <Name text={wellFormed(ofClass.target)} /></span>
        </span>
      </summary>
      <div class="red-evidence">
        <EvidenceOf evidence={{ reason: ofClass.reason, failures: [] }} />
        {setUp.length > 0 && <MinorHeading>In suite set-up</MinorHeading>}
        {setUp.length > 0 && <EvidenceOf evidence={{ failures: setUp }} />}
        {tearDown.length > 0 && <MinorHeading>In suite tear-down</MinorHeading>}
        {tearDown.length > 0 && <EvidenceOf evidence={{ failures: tearDown }} />}
      </div>
    </details>
  );
}

function Verdict({ report, red }: { report: Report; red: number }) {
  const troubles = [
    ...(report.run.interrupted ? ["The run was interrupted, or was still going on when this was written."] : []),
    ...report.problems,
    ...(report.warnings ?? []),
  ];
  return (
    <>
      <p class="lead">
        {red > 0 ? `${counted(red, "method")} ended red.` : report.run.red ? "No method ended red, but the run did." : "All green."}
      </p>
      {troubles.length > 0 && <ul class="troubles">{troubles.map((text, index) => <li key={index}>{visibleName(text)}</li>)}</ul>}
    </>
  );
}

/** What went wrong, each with what it left behind. */
export function RedSection({ report, rows }: { report: Report; rows: MethodRow[] }) {
  const { linkTo } = useView();
  const [shown, setShown] = useState(AT_A_TIME);
  const red = rows.filter((row) => isRed(row.status) && row.status !== "not_run");
  const notRun = rows.filter((row) => row.status === "not_run");
  const classes = report.classes.filter((ofClass) => TROUBLED_CLASSES.includes(ofClass.status));
  const ordered = RED_STATUSES.flatMap((status) => red.filter((row) => row.status === status));
  return (
    <Section id="red" title={report.run.red ? "What is red" : "Verdict"}>
      <MinorLevel.Provider value={3}>
        <Verdict report={report} red={red.length} />
        {classes.map((ofClass, index) => <TroubledClass key={index} ofClass={ofClass} />)}
        {ordered.slice(0, shown).map((row, index) => (
          <RedMethod key={keyOf(row).join("\u0000")} row={row} open={index < OPEN_AT_FIRST && classes.length === 0} />
        ))}
        {ordered.length > shown && (
          <button type="button" onClick={() => setShown(shown + AT_A_TIME)}>
            Show more ({count(ordered.length - shown)} left)
          </button>
        )}
        {notRun.length > 0 && (
          <p>
            <a href={linkTo({ filter: { text: "", statuses: ["not_run"], target: "", className: "" }, section: "methods" })}>
              {counted(notRun.length, "method")} {statusWords("not_run")}
            </a>
            , which counts as red.
          </p>
        )}
      </MinorLevel.Provider>
    </Section>
  );
}
