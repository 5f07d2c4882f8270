import type { Comparison } from "../data/documents";
import { sampledMethods } from "../model/comparison_trust";
import { count, counted } from "../model/format";
import type { Unsteady } from "../model/unsteady";
import { visibleName } from "../model/text";
import { Name } from "./names";
import { Absent, Section } from "./section";
import { useView } from "./view_store";

const SHOWN = 50;

interface UnsteadyProps {
  found: Unsteady[];
  comparisons: Comparison[]; // these looked for order dependence
}

/** Which verdicts a comparison by a sample has not looked at. */
function NotCompared({ comparison }: { comparison: Comparison }) {
  const sampled = sampledMethods(comparison);
  if (!sampled) return null;
  return (
    <Absent>
      The comparison of <Name text={comparison.target} /> took a sample: it compared the verdicts of {count(sampled.methods)} of{" "}
      {counted(sampled.of, "method")}, and says nothing of the others.
    </Absent>
  );
}

/** Flaky methods, and those that depend on what ran before them. */
export function UnsteadySection({ found, comparisons }: UnsteadyProps) {
  const compared = comparisons.length > 0;
  const whole = compared && comparisons.every((one) => !sampledMethods(one));
  const { linkTo } = useView();
  return (
    <Section id="unsteady" title="Flaky and order-dependent">
      {found.length === 0 && (
        <Absent>
          None was flaky{compared ? `, and each ${whole ? "" : "that was compared "}ends the same way in a process of its own as in a live worker` : ""}.
        </Absent>
      )}
      {found.length > 0 && (
        <ul class="unsteady-list">
          {found.slice(0, SHOWN).map((one, index) => (
            <li key={index}>
              <span class="tag">{one.kind}</span>{" "}
              {one.name ? (
                <a href={linkTo({ method: [one.target, one.className, one.name] })}><Name text={one.name} /></a>
              ) : (
                "the whole class"
              )}{" "}
              <span class="soft"><Name text={one.className} /> in <Name text={one.target} /></span>
              <p class="because">{visibleName(one.because)}</p>
            </li>
          ))}
        </ul>
      )}
      {found.length > SHOWN && <p class="note">The first {SHOWN} of {count(found.length)}.</p>}
      {comparisons.map((comparison, index) => <NotCompared key={index} comparison={comparison} />)}
      {!compared && (
        <Absent>Whether methods depend on their order is found by <code>carpool compare</code>; there is no comparison here.</Absent>
      )}
    </Section>
  );
}
