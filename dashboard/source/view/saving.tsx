import type { Comparison, Reference, Report } from "../data/documents";
import { asLoss, counted, duration, moment, percent, percentInterval, times } from "../model/format";
import { noiseWords, sampleWords, untilWords } from "../model/comparison_trust";
import { savingOfComparison, savingOfReport, type Saving } from "../model/savings";
import { Name } from "./names";
import { Absent, Section } from "./section";

function headline(saving: Saving): string {
  if (!saving.established) return "Not established";
  if (saving.reductionPercent < 0) return `${percent(-saving.reductionPercent)} lost`;
  return `${percent(saving.reductionPercent)} saved`;
}

function certainty(saving: Saving): string {
  if (saving.origin === "run") {
    return "From the start-up times of this very run. What CTest adds for each entry is left out, so it is rather too low.";
  }
  const pairs = counted(saving.pairs, "pair of runs", "pairs of runs");
  if (!saving.interval) return `${pairs} are too few for an interval: give more --blocks.`;
  const isLoss = saving.established && saving.reductionPercent < 0;
  const interval = percentInterval(isLoss ? asLoss(saving.interval) : saving.interval);
  if (!saving.established) return `The 95 % interval, ${interval}, takes in no saving at all (${pairs}).`;
  return `95 % interval ${interval}, from ${pairs}.`;
}

function Bar({ label, ns, longest, kind }: { label: string; ns: number; longest: number; kind: string }) {
  const width = longest > 0 ? Math.max(0.5, (100 * ns) / longest) : 0;
  return (
    <div class="bar-row">
      <dt>{label}</dt>
      <dd>
        <span class={`bar ${kind}`} style={{ width: `${width.toFixed(2)}%` }} />
        <span class="bar-value">{duration(ns)}</span>
      </dd>
    </div>
  );
}

// What it is based on stands in words, in the form of the frame and in the form of the bar.
function basisTag(saving: Saving): string {
  return saving.basis === "estimated" && saving.origin === "comparison" ? "estimated from a sample" : saving.basis;
}

function SavingCard({ saving, source, children }: {
  saving: Saving;
  source: preact.ComponentChildren;
  children?: preact.ComponentChildren;
}) {
  const longest = Math.max(saving.spawnNs, saving.continuousNs);
  return (
    <article class={`saving ${saving.basis}`}>
      <p class="saving-basis">
        <span class="tag">{basisTag(saving)}</span> {source}
      </p>
      <p class={`saving-headline${saving.established ? "" : " unproven"}`}>{headline(saving)}</p>
      <div class="saving-certainty">
        <p>{certainty(saving)}</p>
        {children}
      </div>
      <dl class="bars">
        <Bar
          label={saving.basis === "estimated" ? "a process each, estimated" : "a process each"}
          ns={saving.spawnNs} longest={longest} kind={saving.basis === "estimated" ? "before guessed" : "before"}
        />
        <Bar label="with Carpool" ns={saving.continuousNs} longest={longest} kind="after" />
      </dl>
      {saving.established && <p class="saving-speedup">{times(saving.speedup)} as fast</p>}
    </article>
  );
}

const REFERENCE_NAMES: Record<string, string> = {
  ctest: "ctest, an entry for each method",
  one_process: "the executable once, by hand",
};

function against(reference: Reference): string {
  const other = reference.continuous_against_it;
  if (!reference.available || !other) return reference.reason ?? "not available";
  if (!other.established) return "no difference established";
  return other.speedup >= 1
    ? `Carpool is ${times(other.speedup)} as fast`
    : `it is ${times(1 / other.speedup)} as fast as Carpool`;
}

function References({ references }: { references: Reference[] }) {
  if (references.length === 0) return null;
  return (
    <table class="references">
      <caption>For reference, measured in the same blocks</caption>
      <thead>
        <tr>
          <th scope="col">Another way</th>
          <th scope="col" class="number">Wall time</th>
          <th scope="col">Against it</th>
        </tr>
      </thead>
      <tbody>
        {references.map((reference) => (
          <tr key={reference.name}>
            <th scope="row">{REFERENCE_NAMES[reference.name] ?? reference.name}</th>
            <td class="number">{reference.wall_ns === undefined ? "\u2013" : duration(reference.wall_ns)}</td>
            <td>{against(reference)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the figures of a comparison rest on, and what speaks against them. */
function Trust({ comparison }: { comparison: Comparison }) {
  const sample = sampleWords(comparison);
  const until = untilWords(comparison);
  const noise = noiseWords(comparison);
  return (
    <>
      {sample && <p>{sample}</p>}
      {until && <p class={until.reached ? "" : "caution"}>{until.text}</p>}
      {noise && <p class="caution"><strong>A noisy machine:</strong> {noise}.</p>}
    </>
  );
}

function ComparisonCard({ comparison }: { comparison: Comparison }) {
  return (
    <div class="measured-group">
      <SavingCard
        saving={savingOfComparison(comparison)}
        source={<>by carpool compare: <Name text={comparison.target} />, {moment(comparison.started_at)}</>}
      >
        <Trust comparison={comparison} />
      </SavingCard>
      <References references={comparison.references} />
    </div>
  );
}

/** The first thing on the page: what live workers saved, measured and estimated apart. */
export function SavingSection({ report, comparisons }: { report: Report | null; comparisons: Comparison[] }) {
  const estimate = report ? savingOfReport(report) : null;
  return (
    <Section id="saved" title="What was saved">
      <div class="savings">
        {comparisons.map((comparison, index) => <ComparisonCard key={index} comparison={comparison} />)}
        {estimate && <SavingCard saving={estimate} source="from this run alone" />}
      </div>
      {comparisons.length === 0 && (
        <Absent>
          Not measured: <code>carpool compare</code> runs both ways in turn and gives an interval; name its comparison.json to{" "}
          <code>carpool dashboard</code>.
        </Absent>
      )}
      {report && !estimate && <Absent>No method ran, so there is nothing to estimate.</Absent>}
    </Section>
  );
}
