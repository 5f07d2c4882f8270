// Light and dark, wide and narrow, with and without each document; read by axe as a screen reader
// would meet it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { comparison, timeline, trend } from "./more_documents";
import { launchBrowser, method, openPage, report, testClass, writeDocument, writePage } from "./fixture";

let browser: Browser;
let full: string;
let pages: Record<string, string>;

before(async () => {
  browser = await launchBrowser();
  const parser = testClass("core_tests", "ParserTest", [
    method("ReadsNothing", { duration_ns: 30_000_000 }),
    method("ReadsText", {
      status: "failed", failures: [{ file: "parser_test.cpp", line: 10, message: "Expected equality" }],
      output: { text: "\u001b[31mred\u001b[0m text", total_bytes: 12, truncated: false },
    }),
    method("Flickers", { status: "flaky", attempts: 2, earlier_attempts: [{ attempt: 1, status: "failed", duration_ns: 5, worker: 1, position: 0, failures: [] }] }),
  ], { status: "failed" });
  const run = writeDocument("full.json", report([parser, testClass("core_tests", "LexerTest", [method("Splits")])], "full"));
  const compared = writeDocument("comparison.json", comparison());
  const trace = writeDocument("trace.json", timeline("full"));
  const history = writeDocument("trend.json", trend());
  full = writePage("full.html", [run, compared, trace, history]);
  pages = {
    "a report alone": writePage("report.html", [run]),
    "a comparison alone": writePage("comparison.html", [compared]),
    "a timeline alone": writePage("timeline.html", [trace]),
    "a trend alone": writePage("trend.html", [history]),
    "an empty run": writePage("empty.html", [writeDocument("empty.json", { ...report([], "empty"), spawn_baseline: null })]),
  };
});
after(() => browser.close());

async function contrastAndNames(page: Page): Promise<string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(source);
  return page.evaluate(async () => {
    const axe = (window as unknown as { axe: { run: (root: Document, options: object) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> } }).axe;
    const { violations } = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return violations.flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 360]) {
    test(`${colorScheme} at ${width} px: accessible, nothing sticks out, nothing on the console`, async () => {
      const { page, troubles, close } = await openPage(browser, full, "", { colorScheme, viewport: { width, height: 800 } });
      await page.locator("#timeline .plot").waitFor();
      const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok((sizes[0] ?? 0) <= (sizes[1] ?? 0), `${sizes[0]} px wide at ${sizes[1]}`);
      assert.deepEqual(troubles, []);
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      assert.deepEqual(await contrastAndNames(page), []);
      await page.locator(".method-row").first().click();
      await page.locator("dialog.inspector[open]").waitFor();
      assert.deepEqual(await contrastAndNames(page), []);
      await close();
    });
  }
}

test("the theme follows the system until somebody chooses", async () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const { page, close } = await openPage(browser, full, "", { colorScheme: "dark" });
  const dark = await background(page);
  await page.getByText("Light", { exact: true }).click();
  const light = await background(page);
  assert.notEqual(dark, light);
  await page.emulateMedia({ colorScheme: "light" });
  await page.getByText("Dark", { exact: true }).click();
  assert.equal(await background(page), dark);
  await page.getByText("System", { exact: true }).click();
  assert.equal(await background(page), light);
  await close();
});

test("measured and estimated stand apart, and what is not established says so", async () => {
  const { page, close } = await openPage(browser, full);
  assert.match(await page.locator(".saving.measured").innerText(), /measured[\s\S]*82\.2 % saved[\s\S]*81\.9 to 83\.1 %/);
  assert.match(await page.locator(".saving.estimated").innerText(), /estimated[\s\S]*80\.0 % saved/);
  await page.locator("#classes summary").click();
  assert.match(await page.locator("#classes table").innerText(), /LexerTest[\s\S]*not established/);
  assert.match(await page.locator("#unsteady").innerText(), /order-dependent[\s\S]*ReadsText[\s\S]*flaky[\s\S]*Flickers/);
  assert.match(await page.locator("#trend").innerText(), /newly slow[\s\S]*p = 0\.0021, level 0\.05/);
  await close();
});

test("each document may be absent, and its part says so", async () => {
  for (const [what, file] of Object.entries(pages)) {
    const { page, troubles, close } = await openPage(browser, file);
    assert.deepEqual(troubles, [], what);
    assert.equal(await page.locator(".trouble").count(), 0, what);
    if (what === "a report alone") {
      for (const [part, words] of [["saved", /Not measured/], ["timeline", /no timeline/], ["trend", /no trend/]] as const) {
        assert.match(await page.locator(`#${part}`).innerText(), words);
      }
    }
    await close();
  }
});

test("nothing moves for those who asked for that, and paper gets no controls", async () => {
  const { page, close } = await openPage(browser, full, "", { reducedMotion: "reduce" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), "auto");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("nav").isVisible(), false);
  assert.equal(await page.locator("#saved").isVisible(), true);
  assert.equal(await page.locator("#methods .method-grid").isVisible(), false);
  assert.match(await page.locator("#methods").innerText(), /4 methods; the list is not printed/);
  await close();
});
