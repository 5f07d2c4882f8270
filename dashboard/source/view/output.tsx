import { useMemo, useState } from "preact/hooks";
import type { Output } from "../data/documents";
import { terminalPieces } from "../model/ansi";
import { count } from "../model/format";
import { MinorHeading } from "./minor_heading";

const SHOWN_AT_FIRST = 20_000; // characters

/** What a test printed: as text, with a terminal's colours. */
export function OutputText({ text, label }: { text: string; label: string }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > SHOWN_AT_FIRST;
  const shown = cut ? text.slice(0, SHOWN_AT_FIRST) : text;
  const pieces = useMemo(() => terminalPieces(shown), [shown]);
  return (
    <>
      <pre class="output" tabIndex={0} role="region" aria-label={label}>
        {pieces.map((piece, index) => (piece.classes ? <span key={index} class={piece.classes}>{piece.text}</span> : piece.text))}
      </pre>
      {cut && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {count(text.length)} characters
        </button>
      )}
    </>
  );
}

export function CapturedOutput({ output, label = "Output" }: { output: Output; label?: string }) {
  if (!output.text && output.total_bytes === 0) return null;
  return (
    <>
      <MinorHeading>{label}</MinorHeading>
      <OutputText text={output.text} label={label} />
      {output.truncated && (
        <p class="note">Cut: {count(output.total_bytes)} bytes were printed. The rest is in the run's journal.</p>
      )}
    </>
  );
}
