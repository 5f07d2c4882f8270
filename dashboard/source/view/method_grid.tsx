import { useEffect, useRef, useState } from "preact/hooks";
import { duration } from "../model/format";
import { keyOf, type MethodRow, type Sort, type SortKey } from "../model/methods";
import { Name } from "./names";
import { StatusMark } from "./status_mark";
import { useView } from "./view_store";
import { useVisibleRows } from "./virtual_rows";

const ROW_HEIGHT = 48; // as in style/methods.css

const COLUMNS: [SortKey, string][] = [
  ["status", "Status"],
  ["name", "Method"],
  ["class", "Class"],
  ["duration", "Body"],
];

function ariaSort(sort: Sort, key: SortKey): "ascending" | "descending" | "none" {
  if (sort.key !== key) return "none";
  return sort.descending ? "descending" : "ascending";
}

function Heads({ sort }: { sort: Sort }) {
  const { change } = useView();
  const pick = (key: SortKey) => {
    // Of durations the long ones are wanted first.
    const descending = sort.key === key ? !sort.descending : key === "duration";
    change({ sort: { key, descending } });
  };
  return (
    <div role="row" class="method-heads" aria-rowindex={1}>
      {COLUMNS.map(([key, label]) => (
        <div key={key} role="columnheader" aria-sort={ariaSort(sort, key)} class={`cell-${key}`}>
          <button type="button" onClick={() => pick(key)}>
            {label}
            <span class="sort-arrow" aria-hidden="true">{sort.key !== key ? "" : sort.descending ? "\u2193" : "\u2191"}</span>
          </button>
        </div>
      ))}
    </div>
  );
}

interface RowProps {
  row: MethodRow;
  index: number;
  active: boolean;
  onOpen: (index: number) => void;
}

function Row({ row, index, active, onOpen }: RowProps) {
  return (
    <div
      role="row"
      id={`method-${index}`}
      class={`method-row${active ? " active" : ""}`}
      aria-rowindex={index + 2}
      aria-selected={active}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
      onClick={() => onOpen(index)}
    >
      <div role="gridcell" class="cell-status"><StatusMark status={row.status} /></div>
      <div role="gridcell" class="cell-name"><Name text={row.name} /></div>
      <div role="gridcell" class="cell-class">
        <Name text={row.className} /> <span class="soft"><Name text={row.target} /></span>
      </div>
      <div role="gridcell" class="cell-duration">{row.durationNs === null ? "\u2013" : duration(row.durationNs)}</div>
    </div>
  );
}

const STEPS: Record<string, (at: number, page: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: (_at, _page, last) => last,
};

/**
 * The list of methods. Only the rows in sight exist; the grid itself has the keyboard's focus and
 * names the active row, so that scrolling never loses it.
 */
export function MethodGrid({ rows, sort }: { rows: MethodRow[]; sort: Sort }) {
  const { change } = useView();
  const viewport = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const { first, end } = useVisibleRows(viewport, ROW_HEIGHT, rows.length);
  useEffect(() => {
    setActive(0);
    viewport.current?.scrollTo(0, 0);
  }, [rows]);

  const open = (index: number) => {
    const row = rows[index];
    setActive(index);
    if (row) change({ method: keyOf(row) }, true);
  };
  const reveal = (index: number) => {
    const element = viewport.current;
    if (!element) return;
    const top = index * ROW_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    const below = top + ROW_HEIGHT - element.clientHeight;
    if (below > element.scrollTop) element.scrollTop = below;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.target as Element).closest("button")) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      const page = Math.max(1, Math.floor((viewport.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
      const last = rows.length - 1;
      const next = Math.max(0, Math.min(last, step(active, page, last)));
      setActive(next);
      reveal(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open(active);
    }
  };
  // The active row may be out of sight; it must exist all the same while it is named.
  const indices = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  if (rows.length > 0 && (active < first || active >= end)) indices.push(Math.min(active, rows.length - 1));
  return (
    <div
      class="method-grid"
      role="grid"
      tabIndex={0}
      aria-label="Methods; arrows move, Enter opens one"
      aria-rowcount={rows.length + 1}
      aria-readonly="true"
      aria-activedescendant={rows.length > 0 ? `method-${active}` : undefined}
      onKeyDown={onKey}
    >
      <div role="rowgroup"><Heads sort={sort} /></div>
      <div ref={viewport} class="method-viewport" role="presentation">
        <div role="rowgroup" class="method-space" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
          {indices.map((index) => {
            const row = rows[index];
            return row && <Row key={index} row={row} index={index} active={index === active} onOpen={open} />;
          })}
        </div>
      </div>
    </div>
  );
}
