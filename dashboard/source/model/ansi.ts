// Output as a terminal would show it, as far as colours and weights go. All other escape sequences
// are left out; what remains is made visible by visibleOutput().
import { visibleOutput } from "./text";

export interface Piece {
  text: string;
  classes: string; // of the style sheet: "ansi-red ansi-bold"
}

const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

// CSI ... final byte; OSC, DCS, SOS, PM and APC within a line, with their terminator; two-byte escapes. One that does not
// end is none: what stands behind it is a test's output, and shown.
const SEQUENCE =
  /\u001b\[([0-?]*)[ -/]*([@-~])|\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-OQ-WYZ\\`-~]/g;

interface Style {
  colour: string;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
}

const PLAIN: Style = { colour: "", bold: false, dim: false, italic: false, underline: false };

function withCode(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 23) return { ...style, italic: false };
  if (code === 24) return { ...style, underline: false };
  if (code >= 30 && code <= 37) return { ...style, colour: COLOURS[code - 30] ?? "" };
  if (code >= 90 && code <= 97) return { ...style, colour: COLOURS[code - 90] ?? "" };
  if (code === 39) return { ...style, colour: "" };
  return style;
}

function withCodes(style: Style, parameters: string): Style {
  const codes = parameters.split(";").map((code) => (code === "" ? 0 : Number.parseInt(code, 10)));
  for (let at = 0; at < codes.length; ++at) {
    const code = codes[at] ?? 0;
    // 38;5;n and 38;2;r;g;b name colours that the page's themes do not have.
    if (code === 38 || code === 48) at += codes[at + 1] === 2 ? 4 : 2;
    else style = withCode(style, code);
  }
  return style;
}

function classesOf(style: Style): string {
  const classes: string[] = [];
  if (style.colour) classes.push(`ansi-${style.colour}`);
  for (const name of ["bold", "dim", "italic", "underline"] as const) {
    if (style[name]) classes.push(`ansi-${name}`);
  }
  return classes.join(" ");
}

/** Cuts output into pieces of one style each; their texts are visible and hold no escape. */
export function terminalPieces(output: string): Piece[] {
  const pieces: Piece[] = [];
  let style = PLAIN;
  let from = 0;
  const add = (text: string) => {
    if (text) pieces.push({ text: visibleOutput(text), classes: classesOf(style) });
  };
  for (const match of output.matchAll(SEQUENCE)) {
    add(output.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[2] === "m") style = withCodes(style, match[1] ?? "");
  }
  add(output.slice(from));
  return pieces;
}
