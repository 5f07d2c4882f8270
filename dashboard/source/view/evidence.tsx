import type { Evidence, Failure, RankResult } from "../data/documents";
import { duration } from "../model/format";
import { visibleName, visibleOutput } from "../model/text";
import { CapturedOutput, OutputText } from "./output";
import { MinorHeading } from "./minor_heading";
import { StatusMark } from "./status_mark";

export function placeOf(failure: Failure): string {
  if (!failure.file) return "";
  return visibleName(failure.line === undefined ? failure.file : `${failure.file}:${failure.line}`);
}

function FailureText({ failure }: { failure: Failure }) {
  const place = placeOf(failure);
  return (
    <div class="failure">
      {place && <p class="place">{place}</p>}
      <OutputText text={failure.message} label={place ? `Failure at ${place}` : "Failure"} />
    </div>
  );
}

export function endWords(evidence: Evidence): string {
  if (evidence.signal !== undefined) return `ended by signal ${evidence.signal}`;
  if (evidence.exit_code !== undefined) return `exit code ${evidence.exit_code}`;
  return "";
}

/** Why an attempt, or a rank of it, ended as it did. */
export function EvidenceOf({ evidence }: { evidence: Evidence }) {
  const failures = evidence.failures ?? [];
  const end = endWords(evidence);
  return (
    <>
      {evidence.reason && <p class="reason">{visibleOutput(evidence.reason)}</p>}
      {end && <p class="note">{end}</p>}
      {failures.map((failure, index) => <FailureText key={index} failure={failure} />)}
      {(evidence.failures_left_out ?? 0) > 0 && <p class="note">{evidence.failures_left_out} more failures were left out.</p>}
      {evidence.output && <CapturedOutput output={evidence.output} />}
      {evidence.stacks && (
        <>
          <MinorHeading>Stacks</MinorHeading>
          <OutputText text={evidence.stacks} label="Stacks" />
        </>
      )}
      {(evidence.leaks ?? []).length > 0 && (
        <>
          <MinorHeading>Left changed, and put back</MinorHeading>
          <ul>{(evidence.leaks ?? []).map((leak, index) => <li key={index}>{visibleName(leak)}</li>)}</ul>
        </>
      )}
    </>
  );
}

export function Ranks({ ranks }: { ranks: RankResult[] }) {
  return (
    <>
      <MinorHeading>Ranks</MinorHeading>
      {ranks.map((rank) => (
        <details key={rank.rank} open={rank.status !== "passed"}>
          <summary>
            rank {rank.rank} <StatusMark status={rank.status} /> <span class="soft">{duration(rank.duration_ns)}, worker {rank.worker}</span>
          </summary>
          <EvidenceOf evidence={rank} />
        </details>
      ))}
    </>
  );
}
