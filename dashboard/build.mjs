// Bundles the front end into one page without data: node build.mjs <output file>
//
// What the page may do is said by its Content-Security-Policy: run this one script and use this one
// style sheet, both known by their digest, and nothing else; above all, load nothing.
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, "source", entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["chrome123", "firefox121", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "ascii",
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

// What ends or hides an inline script or style, wherever it stands.
function expectInlineText(name, text) {
  const found = /<\/(script|style)|<!--|<script/i.exec(text);
  if (found) throw new Error(`${name} holds '${found[0]}' and cannot stand inside a page`);
}

function digestOf(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

async function main(output) {
  const [page, script, style] = await Promise.all([
    readFile(join(here, "source", "page.html"), "utf8"),
    bundle("main.tsx"),
    bundle("style/page.css"),
  ]);
  expectInlineText("the script", script);
  expectInlineText("the style sheet", style);
  const policy = [
    "default-src 'none'",
    `script-src ${digestOf(script)}`,
    `style-src ${digestOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const parts = { POLICY: policy, SCRIPT: script, STYLE: style };
  const text = page.replace(/@(POLICY|SCRIPT|STYLE)@/g, (_, name) => parts[name]);
  await mkdir(dirname(output), { recursive: true });
  await writeFile(`${output}.unfinished`, text);
  await rename(`${output}.unfinished`, output);
}

if (process.argv.length !== 3) {
  console.error("usage: node build.mjs <output file>");
  process.exit(2);
}
await main(process.argv[2]);
