import { useMemo } from "preact/hooks";
import type { Comparison } from "../data/documents";
import { sampledMethods } from "../model/comparison_trust";
import { count, counted } from "../model/format";
import { filtered, findMethod, keyOf, sorted, type MethodRow } from "../model/methods";
import { Filters } from "./filters";
import { Name } from "./names";
import { Inspector } from "./inspector";
import { MethodGrid } from "./method_grid";
import { Absent, Section } from "./section";
import { useView } from "./view_store";

/** A comparison by a sample knows the verdicts of the sample only. */
function LeftOut({ comparison }: { comparison: Comparison }) {
  const sampled = sampledMethods(comparison);
  if (!sampled || sampled.methods >= sampled.of) return null;
  return (
    <p class="note">
      Of {counted(sampled.of, "method")} of <Name text={comparison.target} /> those {count(sampled.methods)} stand here that ran both ways.
    </p>
  );
}

/** All methods: searched, filtered, sorted; one of them may be open. */
export function MethodsSection({ rows, sampled = [] }: { rows: MethodRow[]; sampled?: Comparison[] }) {
  const { state, change } = useView();
  const { filter, sort, method } = state;
  const chosen = useMemo(() => filtered(rows, filter), [rows, filter.text, filter.target, filter.className, filter.statuses.join()]);
  const ordered = useMemo(() => sorted(chosen, sort), [chosen, sort.key, sort.descending]);
  const open = useMemo(() => (method ? findMethod(rows, method) : undefined), [rows, method?.join("\u0000")]);
  const at = useMemo(() => (open ? ordered.indexOf(open) : -1), [ordered, open]);
  const step = (by: number) => {
    const next = ordered[at + by];
    if (next) change({ method: keyOf(next) });
  };
  return (
    <Section id="methods" title="All methods">
      {sampled.map((comparison, index) => <LeftOut key={index} comparison={comparison} />)}
      <p class="on-paper">{counted(rows.length, "method")}; the list is not printed.</p>
      <Filters rows={rows} shown={ordered.length} />
      {ordered.length > 0 ? <MethodGrid rows={ordered} sort={sort} /> : <Absent>No method is like that.</Absent>}
      {open && (
        <Inspector
          row={open}
          place={at < 0 ? "not in the list below the filters" : `${count(at + 1)} of ${count(ordered.length)}`}
          onClose={() => change({ method: null })}
          onStep={step}
        />
      )}
      {method && !open && <Absent>The link names a method that this run does not have.</Absent>}
    </Section>
  );
}
