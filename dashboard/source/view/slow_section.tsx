import { useMemo } from "preact/hooks";
import { duration } from "../model/format";
import { keyOf, slowest, type MethodRow } from "../model/methods";
import { Name } from "./names";
import { Absent, Section } from "./section";
import { StatusMark } from "./status_mark";
import { useView } from "./view_store";

const SHOWN = 10;

/** The methods that take longest, each with its part of the longest one's time. */
export function SlowSection({ rows }: { rows: MethodRow[] }) {
  const { linkTo } = useView();
  const slow = useMemo(() => slowest(rows, SHOWN), [rows]);
  const longest = slow[0]?.durationNs ?? 1;
  return (
    <Section id="slowest" title="The slowest">
      {slow.length === 0 ? (
        <Absent>No method has a duration here.</Absent>
      ) : (
        <ol class="slow-list">
          {slow.map((row) => (
            <li key={keyOf(row).join("\u0000")}>
              <a href={linkTo({ method: keyOf(row) })}>
                <Name text={row.name} />
              </a>
              <span class="soft slow-place"><Name text={row.className} /> in <Name text={row.target} /></span>
              {row.status !== "passed" && <StatusMark status={row.status} />}
              <span class="slow-bar" aria-hidden="true">
                <span style={{ width: `${((100 * (row.durationNs ?? 0)) / longest).toFixed(2)}%` }} />
              </span>
              <span class="number">{duration(row.durationNs ?? 0)}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
