import { count } from "../model/format";
import type { Unsteady } from "../model/unsteady";
import { visibleName } from "../model/text";
import { Name } from "./names";
import { Absent, Section } from "./section";
import { useView } from "./view_store";

const SHOWN = 50;

interface UnsteadyProps {
  found: Unsteady[];
  compared: boolean; // a comparison looked for order dependence
}

/** Flaky methods, and those that depend on what ran before them. */
export function UnsteadySection({ found, compared }: UnsteadyProps) {
  const { linkTo } = useView();
  return (
    <Section id="unsteady" title="Flaky and order-dependent">
      {found.length === 0 && (
        <Absent>
          None was flaky{compared ? ", and each ends the same way in a process of its own as in a live worker" : ""}.
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
      {!compared && (
        <Absent>Whether methods depend on their order is found by <code>carpool compare</code>; there is no comparison here.</Absent>
      )}
    </Section>
  );
}
