import { useEffect, useMemo, useState } from "preact/hooks";
import { count } from "../model/format";
import { NO_FILTER, statusCounts, type Filter, type MethodRow } from "../model/methods";
import { shortened, visibleName } from "../model/text";
import { StatusMark } from "./status_mark";
import { useView } from "./view_store";

const TYPING_PAUSE_MS = 120;
const MOST_CHOICES = 2000;

function distinct(values: Iterable<string>): string[] {
  return [...new Set(values)].sort();
}

function Choice({ label, value, values, onPick }: {
  label: string;
  value: string;
  values: string[];
  onPick: (value: string) => void;
}) {
  // A link may name what this run does not have, or what stands behind the cut.
  const offered = values.slice(0, MOST_CHOICES);
  const known = value === "" || offered.includes(value) ? offered : [value, ...offered];
  const left = values.length - offered.length;
  return (
    <label class="choice">
      {label}{" "}
      <select value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        <option value="">all</option>
        {known.map((name) => <option key={name} value={name}>{shortened(visibleName(name), 60)}</option>)}
        {left > 0 && <option disabled>and {count(left)} more: search for them</option>}
      </select>
    </label>
  );
}

function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onChange(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label class="search">
      <span class="hidden">Search methods</span>
      <input
        id="search"
        type="search"
        placeholder="Search methods, classes, targets"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}

function StatusChoice({ rows, filter, onPick }: { rows: MethodRow[]; filter: Filter; onPick: (statuses: string[]) => void }) {
  const counts = useMemo(() => statusCounts(rows), [rows]);
  const toggled = (status: string) =>
    filter.statuses.includes(status) ? filter.statuses.filter((other) => other !== status) : [...filter.statuses, status];
  return (
    <fieldset class="status-choice">
      <legend class="hidden">Status</legend>
      {counts.map(([status, number]) => (
        <label key={status} class="chip">
          <input type="checkbox" checked={filter.statuses.includes(status)} onChange={() => onPick(toggled(status))} />
          <StatusMark status={status} /> <span class="number">{count(number)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What is to be seen of the methods. `shown`: how many that are. */
export function Filters({ rows, shown }: { rows: MethodRow[]; shown: number }) {
  const { state, change } = useView();
  const { filter } = state;
  const set = (part: Partial<Filter>) => change({ filter: { ...filter, ...part } });
  const targets = useMemo(() => distinct(rows.map((row) => row.target)), [rows]);
  const classes = useMemo(
    () => distinct(rows.filter((row) => !filter.target || row.target === filter.target).map((row) => row.className)),
    [rows, filter.target],
  );
  const isFiltered = shown !== rows.length;
  return (
    <form class="filters" role="search" aria-label="Methods" onSubmit={(event) => event.preventDefault()}>
      <div class="filter-line">
        <SearchField text={filter.text} onChange={(text) => set({ text })} />
        {targets.length > 1 && (
          <Choice label="target" value={filter.target} values={targets} onPick={(target) => set({ target, className: "" })} />
        )}
        <Choice label="class" value={filter.className} values={classes} onPick={(className) => set({ className })} />
      </div>
      <div class="filter-line">
        <StatusChoice rows={rows} filter={filter} onPick={(statuses) => set({ statuses })} />
      </div>
      <p class="filter-result">
        <span role="status" aria-live="polite">
          {isFiltered ? `${count(shown)} of ${count(rows.length)} methods` : `${count(rows.length)} methods`}
        </span>{" "}
        {isFiltered && <button type="button" class="plain" onClick={() => change({ filter: NO_FILTER })}>Show all</button>}
      </p>
    </form>
  );
}
