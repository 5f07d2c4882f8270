// Names and output of tests are whatever somebody's tests say. None of it may become markup, run,
// fetch, or pass for something that it is not.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser, method, openPage, report, testClass, writeDocument, writePage, type OpenPage } from "./fixture";

const MARKUP = [
  "</script><script>window.hurt=1;alert(1)</script>",
  "<img src=x onerror='window.hurt=1'>",
  "<svg/onload=window.hurt=1>",
  "<!--<script>",
  "]]><script>window.hurt=1</script>",
  "javascript:window.hurt=1",
  "<style>*{display:none}</style>",
  "<iframe srcdoc='<script>parent.hurt=1</script>'></iframe>",
  "\"><a href='javascript:window.hurt=1'>x</a>",
  "<base href='http://127.0.0.1:1/'>",
  "<meta http-equiv=refresh content='0;url=http://127.0.0.1:1/'>",
  "{{constructor.constructor('window.hurt=1')()}}",
  "__proto__",
  "line\u2028separator\u2029and\u0000nul",
  "\u202egnissap\u202c",
  "\u001b[31mred\u001b[0m\u001b]8;;http://127.0.0.1:1/\u0007link\u001b]8;;\u0007",
  "x".repeat(5000),
  " ",
];

let browser: Browser;
let file: string;

before(async () => {
  browser = await launchBrowser();
  const classes = MARKUP.map((text) =>
    testClass(text, text, [
      method(text, {
        status: "failed",
        reason: text,
        failures: [{ file: text, line: 1, message: text }],
        output: { text: `${text}\n${text}`, total_bytes: 10, truncated: true },
        stacks: text,
        leaks: [text],
        ran_before: { first: text, last: text, count: 2 },
      }),
    ], { status: "setup_failed", reason: text }),
  );
  const document = report(classes);
  document.run.host.name = MARKUP[0] ?? "";
  document.problems = MARKUP as never;
  file = writePage("hostile.html", [writeDocument("hostile.json", document)]);
});
after(() => browser.close());

async function expectUnhurt({ page, troubles }: OpenPage): Promise<void> {
  assert.equal(await page.evaluate(() => (window as unknown as { hurt?: number }).hurt), undefined);
  const foreign = await page.evaluate(
    () => document.querySelectorAll("#page :is(script, img, iframe, style, base, meta, object, embed, link)").length,
  );
  assert.equal(foreign, 0);
  const links = await page.evaluate(() => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""));
  assert.deepEqual(links.filter((link) => !link.startsWith("#")), []);
  assert.deepEqual(troubles, []);
}

test("the first view runs and fetches nothing", async () => {
  const opened = await openPage(browser, file);
  await opened.page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  await opened.page.waitForFunction(() => document.querySelectorAll(".red-evidence").length > 30);
  await expectUnhurt(opened);
  const text = await opened.page.locator("#red").innerText();
  assert.ok(text.includes("<img src=x onerror='window.hurt=1'>"), "shown as it is written");
  assert.ok(text.includes("\u27e8U+202E\u27e9"), "a direction override is made visible");
  assert.ok(!text.includes("\u202e"));
  assert.ok(!text.includes("\u001b"));
  await opened.close();
});

test("each method can be opened, linked and found again by its name", async () => {
  const opened = await openPage(browser, file);
  const { page } = opened;
  const rows = page.locator(".method-row");
  const count = await rows.count();
  assert.equal(count, MARKUP.length);
  await rows.first().click();
  for (let index = 0; index < count; ++index) {
    await page.locator("#inspector-title").waitFor();
    await page.evaluate(() => dispatchEvent(new HashChangeEvent("hashchange")));
    assert.equal(await page.locator("dialog.inspector[open]").count(), 1, `method ${index}`);
    if (index + 1 < count) await page.getByRole("button", { name: "Next method" }).click();
  }
  await expectUnhurt(opened);
  await opened.close();
});

test("the longest name breaks no layout, wide or narrow", async () => {
  for (const width of [1280, 360]) {
    const opened = await openPage(browser, file, "", { viewport: { width, height: 800 } });
    const over = await opened.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} px too wide at ${width}`);
    await opened.close();
  }
});

test("the policy refuses scripts and requests, should markup ever get in", async () => {
  const opened = await openPage(browser, file);
  const outcome = await opened.page.evaluate(async () => {
    const script = document.createElement("script");
    let refused = "";
    try {
      script.text = "window.hurt=1";
      document.body.append(script);
    } catch (error) {
      refused = (error as Error).name;
    }
    const fetched = await fetch("http://127.0.0.1:1/").then(() => "fetched", () => "refused");
    let parsed = "";
    try {
      document.createElement("div").innerHTML = "<b>x</b>";
    } catch (error) {
      parsed = (error as Error).name;
    }
    return { refused, fetched, parsed, hurt: (window as unknown as { hurt?: number }).hurt };
  });
  assert.deepEqual(outcome, { refused: "TypeError", fetched: "refused", parsed: "TypeError", hurt: undefined });
  assert.deepEqual(opened.troubles.filter((trouble) => trouble.startsWith("request")), []);
  await opened.close();
});

test("a line of a megabyte, full of NULs and ends of scripts, is shown and can be left again", async () => {
  const line = "</script>\u0000\u2028<b>\u001b[31m".repeat(60_000);
  assert.ok(line.length > 1_000_000);
  const huge = method("Huge", {
    status: "failed", failures: [{ file: "huge.cpp", line: 1, message: line }], output: { text: line, total_bytes: line.length, truncated: false },
  });
  const large = report([testClass("t", "C", [huge, method(line)], { status: "failed" })], "huge-line");
  const opened = await openPage(browser, writePage("huge-line.html", [writeDocument("huge-line.json", large, false)]));
  const { page } = opened;
  await page.locator(".method-row").first().click();
  await page.locator("dialog.inspector[open] pre.output").first().waitFor();
  assert.ok(await page.evaluate(() => document.querySelectorAll("*").length) < 15_000, "bounded");
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${over} px too wide`);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog.inspector"));
  await expectUnhurt(opened);
  await opened.close();
});
