import { useMemo } from "preact/hooks";
import type { Comparison, Report } from "../data/documents";
import type { PageData } from "../data/page_data";
import { count, counted, duration, moment } from "../model/format";
import { STATUSES } from "../model/methods";
import { visibleName } from "../model/text";
import { PARTS } from "./parts";
import { goToSection } from "./section";
import { StatusMark } from "./status_mark";
import { ThemeChoice } from "./theme";
import { useView } from "./view_store";

function Navigation({ parts }: { parts: typeof PARTS }) {
  const { linkTo } = useView();
  return (
    <nav aria-label="Parts of this page">
      <ul>
        {parts.map(([id, label]) => (
          <li key={id}>
            {/* The address may be the same already, and then says nothing. */}
            <a href={linkTo({ section: id, method: null })} onClick={() => goToSection(id)}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RunChoice({ data, report }: { data: PageData; report: Report }) {
  const { change } = useView();
  const entries = data.entries("report");
  if (entries.length < 2) return null;
  return (
    <label class="choice">
      run{" "}
      <select value={report.run.id} onChange={(event) => change({ run: event.currentTarget.value, method: null }, true)}>
        {entries.map((entry) => <option key={entry.element} value={entry.name}>{visibleName(entry.name)}</option>)}
      </select>
    </label>
  );
}

function StatusLine({ report }: { report: Report }) {
  const { linkTo } = useView();
  const present = STATUSES.filter((status) => (report.totals[status] ?? 0) > 0);
  return (
    <ul class="status-line" aria-label="Methods by status">
      {present.map((status) => (
        <li key={status}>
          <a class="chip" href={linkTo({ filter: { text: "", statuses: [status], target: "", className: "" }, section: "methods" })}>
            <StatusMark status={status} /> <span class="number">{count(report.totals[status] ?? 0)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function hostWords(host: Report["run"]["host"]): string {
  const cores = counted(host.cores, "core");
  return host.name ? `${visibleName(host.name)} (${cores})` : cores;
}

function RunLine({ report }: { report: Report }) {
  const { run, totals } = report;
  return (
    <p class="run-line">
      {counted(totals.methods ?? 0, "method")} in {counted(totals.classes ?? 0, "class", "classes")}, in {duration(run.wall_ns)}
      <span class="soft"> on {hostWords(run.host)}, {moment(run.started_at)}</span>
    </p>
  );
}

export function PageHeader({ data, report, comparisons }: {
  data: PageData;
  report: Report | null;
  comparisons: Comparison[];
}) {
  const parts = useMemo(
    () => PARTS.filter(([id]) => report !== null || !["red", "time", "timeline"].includes(id)),
    [report],
  );
  return (
    <header class="page-header">
      <button type="button" class="skip" onClick={() => goToSection("methods")}>Skip to the methods</button>
      <div class="title-line">
        <h1>Carpool</h1>
        <ThemeChoice />
      </div>
      {report ? (
        <>
          <div class="run"><RunLine report={report} /><RunChoice data={data} report={report} /></div>
          <StatusLine report={report} />
        </>
      ) : (
        <p class="run-line">{counted(comparisons.length, "comparison")}, no run</p>
      )}
      {data.index.notes.map((note, index) => <p key={index} class="note">{visibleName(note)}</p>)}
      <Navigation parts={parts} />
    </header>
  );
}
