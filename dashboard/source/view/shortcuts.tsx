import { useEffect, useRef, useState } from "preact/hooks";
import { goToSection } from "./section";
import { PARTS } from "./parts";

const KEYS: [string, string][] = [
  ["/", "search the methods"],
  ["1 to 9", "go to a part of the page, in the order of its navigation"],
  ["\u2191 \u2193 Page Up Page Down Home End", "in the list of methods: move"],
  ["Enter", "in the list of methods: open"],
  ["\u2190 \u2192", "in an open method: the one before, the next"],
  ["Esc", "close"],
  ["?", "this list"],
];

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
}

function focusSearch(): void {
  const search = document.getElementById("search");
  search?.scrollIntoView({ block: "center" });
  search?.focus();
}

/** What the keyboard does, in a dialog; the keys of one character can be switched off. */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [enabled, setEnabled] = useState(true);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!enabled || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const part = /^[1-9]$/.test(event.key) ? PARTS[Number(event.key) - 1] : undefined;
      if (event.key === "/") focusSearch();
      else if (event.key === "?") dialog.current?.showModal();
      else if (part) goToSection(part[0]);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [enabled]);
  return (
    <>
      <button type="button" class="plain" onClick={() => dialog.current?.showModal()}>Keyboard shortcuts</button>
      <dialog ref={dialog} class="shortcuts" aria-labelledby="shortcuts-title">
        <h2 id="shortcuts-title" tabIndex={-1}>Keyboard shortcuts</h2>
        <dl>
          {KEYS.map(([key, meaning]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{meaning}</dd></div>)}
        </dl>
        <p>
          <label>
            <input type="checkbox" checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)} /> keys of one character
          </label>
        </p>
        <button type="button" onClick={() => dialog.current?.close()}>Close</button>
      </dialog>
    </>
  );
}
