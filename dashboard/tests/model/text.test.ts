import assert from "node:assert/strict";
import { test } from "node:test";
import { terminalPieces } from "../../source/model/ansi";
import { shortened, visibleName, visibleOutput, wellFormed } from "../../source/model/text";

test("what cannot be seen in a name is shown by its code point", () => {
  assert.equal(visibleName("a\u202eb"), "a\u27e8U+202E\u27e9b");
  assert.equal(visibleName("a\nb\u0000"), "a\u27e8U+000A\u27e9b\u27e8U+0000\u27e9");
  assert.equal(visibleName("a\u200bb\ufeff"), "a\u27e8U+200B\u27e9b\u27e8U+FEFF\u27e9");
  assert.equal(visibleName("a\u{e0041}"), "a\u27e8U+E0041\u27e9");
  assert.equal(visibleName(" "), "\u27e8U+0020\u27e9");
  assert.equal(visibleName(""), "\u27e8empty\u27e9");
  assert.equal(visibleName("\u00fc \u6f22 \u{1f600} \u05d0"), "\u00fc \u6f22 \u{1f600} \u05d0");
});

test("output keeps its lines and tabs", () => {
  assert.equal(visibleOutput("a\r\n\tb\u0007"), "a\n\tb\u27e8U+0007\u27e9");
});

test("lone surrogates become replacement characters, pairs stay", () => {
  assert.equal(wellFormed("\ud800a\udc00\u{1f600}"), "\ufffda\ufffd\u{1f600}");
  assert.doesNotThrow(() => encodeURIComponent(wellFormed("\udfff")));
});

test("a long text loses its middle, whole characters only", () => {
  assert.equal(shortened("abc", 3), "abc");
  assert.equal(shortened("abcdefghij", 6), "abc\u2026ij");
  assert.equal(Array.from(shortened("\u{1f600}".repeat(50), 9)).length, 9);
});

test("colours and weights are kept, all other escapes are left out", () => {
  const pieces = terminalPieces("a\u001b[1;31mb\u001b[0mc\u001b[2Jd\u001b]8;;http://example.com\u0007e\u001b[38;5;200mf\u001b[mg");
  assert.deepEqual(pieces.map((piece) => piece.text).join(""), "abcdefg");
  assert.equal(pieces[1]?.classes, "ansi-red ansi-bold");
  assert.equal(pieces[2]?.classes, "");
  assert.ok(pieces.every((piece) => !piece.text.includes("\u001b")));
});

test("a string that is never ended hides nothing behind it", () => {
  for (const begin of ["\u001b]8;;", "\u001bP", "\u001bX", "\u001b^", "\u001b_"]) {
    const text = terminalPieces(`a${begin}all\nof this`).map((piece) => piece.text).join("");
    assert.ok(text.startsWith("a") && text.endsWith("all\nof this"), text);
    assert.ok(!text.includes("\u001b"));
  }
  assert.equal(terminalPieces("a\u001b]0;title\u001b\\b").map((piece) => piece.text).join(""), "ab");
});

test("an escape that breaks off hides nothing behind it", () => {
  const text = terminalPieces("a\u001b[31").map((piece) => piece.text).join("");
  assert.ok(text.startsWith("a") && text.includes("31"));
  assert.ok(!text.includes("\u001b"));
});
