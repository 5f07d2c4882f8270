import { isRed } from "../model/methods";

const WORDS: Record<string, string> = {
  timed_out: "timed out", not_run: "not run", protocol_error: "protocol error", teardown_failed: "tear-down failed",
  setup_failed: "set-up failed", startup_failed: "start-up failed", failed_outside: "failed outside",
};

export function statusWords(status: string): string {
  return WORDS[status] ?? status.replaceAll("_", " ");
}

export type Tone = "red" | "amber" | "calm" | "quiet";

export function toneOf(status: string): Tone {
  if (status === "passed") return "calm";
  if (status === "flaky") return "amber";
  if (status === "skipped" || status === "disabled") return "quiet";
  return isRed(status) ? "red" : "quiet";
}

// A shape for each tone, so that none is told by its colour alone.
const SHAPES: Record<Tone, string> = {
  calm: "M3.2 8.4 6.6 11.8 12.8 4.6",
  red: "M4 4 12 12 M12 4 4 12",
  amber: "M8 3 13.5 13 2.5 13 Z",
  quiet: "M3.5 8 12.5 8",
};

export function StatusMark({ status }: { status: string }) {
  const tone = toneOf(status);
  return (
    <span class={`status tone-${tone}`}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={SHAPES[tone]} />
      </svg>
      <span class="status-word">{statusWords(status)}</span>
    </span>
  );
}
