// Names and output come from tests and may hold anything. What has no picture of its own, or changes
// the order in which its neighbours are drawn, is shown by its code point, so that two names that
// differ look different and none can disguise itself.

// C0 and C1 controls, soft hyphen, Arabic letter mark, zero-width and direction marks, embeddings,
// overrides, isolates, line and paragraph separators, the byte order mark, tag characters.
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
const INVISIBLE_IN_OUTPUT = new RegExp(INVISIBLE.source.replace("\\u0000-\\u001f", "\\u0000-\\u0008\\u000b-\\u001f"), "gu");
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function codePoint(character: string): string {
  const number = character.codePointAt(0) ?? 0;
  return `\u27e8U+${number.toString(16).toUpperCase().padStart(4, "0")}\u27e9`;
}

/** Text that encodeURIComponent() takes. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd");
}

/** A name as one line, never blank. */
export function visibleName(name: string): string {
  if (name === "") return "\u27e8empty\u27e9";
  if (name.trim() === "") return Array.from(name, codePoint).join("");
  return wellFormed(name).replace(INVISIBLE, codePoint);
}

/** A message or output: tabs and line breaks stay. */
export function visibleOutput(text: string): string {
  return wellFormed(text).replace(/\r\n/g, "\n").replace(INVISIBLE_IN_OUTPUT, codePoint);
}

/** At most `length` characters, the middle left out. */
export function shortened(text: string, length: number): string {
  const characters = text.length > length ? Array.from(text) : [];
  if (characters.length <= length) return text;
  const head = Math.ceil((length - 1) * 0.6);
  return characters.slice(0, head).join("") + "\u2026" + characters.slice(characters.length - (length - 1 - head)).join("");
}
