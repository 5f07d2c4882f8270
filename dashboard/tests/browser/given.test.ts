// What is given to the page: twice, from several places, hollow.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { comparison, trend } from "./more_documents";
import { launchBrowser, method, openPage, report, testClass, writeDocument, writePage } from "./fixture";

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

test("what is given twice is shown once, and the page says so", async () => {
  const run = writeDocument("twice-run.json", report([testClass("t", "C", [method("Runs")])], "twice"));
  const compared = writeDocument("twice-comparison.json", comparison());
  const { page, troubles, close } = await openPage(browser, writePage("twice.html", [run, compared, run, compared]));
  assert.equal(await page.locator(".run select").count(), 0);
  assert.equal(await page.locator(".saving.measured").count(), 1);
  assert.deepEqual(await page.locator(".page-header > .note").allInnerTexts(), [
    "The run twice was given more than once; it is shown as it was first given.",
    "The comparison core_tests was given more than once; it is shown once.",
  ]);
  assert.deepEqual(troubles, []);
  await close();
});

test("the trends of two places are both shown, by name", async () => {
  const files = ["first-trend.json", "second-trend.json"].map((name) => writeDocument(name, trend()));
  const { page, troubles, close } = await openPage(browser, writePage("trends.html", files));
  assert.equal(await page.locator("#trend .chart").count(), 4);
  assert.match(await page.locator("#trend").innerText(), /1 of 2 trends: first-trend\.json[\s\S]*2 of 2 trends: second-trend\.json/);
  assert.deepEqual(troubles, []);
  await close();
});

test("a run that was killed stands in the trend as cut short, in the order of the runs", async () => {
  const killed = trend();
  Object.assign(killed.runs[7] ?? {}, { interrupted: true, red: true, wall_ns: 5 });
  const { page, close } = await openPage(browser, writePage("killed.html", [writeDocument("killed-trend.json", killed)]));
  await page.locator("#trend summary").first().click();
  const verdicts = await page.locator("#trend details").first().locator("tbody tr td:last-child").allInnerTexts();
  assert.deepEqual(verdicts, ["green", "green", "green", "green", "green", "green", "red", "red, cut short"]);
  await close();
});

test("a reason of several lines stays so", async () => {
  const broken = testClass("t", "C", [method("Never", { status: "not_run" })], { status: "setup_failed", reason: "suite set-up failed: Failed\nno database" });
  const file = writePage("reason.html", [writeDocument("reason.json", report([broken], "reason"))]);
  const { page, close } = await openPage(browser, file);
  assert.match(await page.locator("#red").innerText(), /suite set-up failed: Failed\nno database/);
  await close();
});

test("failures of a class's fixture stand where they came from", async () => {
  const failure = (message: string) => [{ file: "db_test.cpp", line: 7, message }];
  const broken = testClass("t", "C", [method("Runs")], {
    status: "teardown_failed",
    reason: "suite tear-down failed",
    fixture_failures: [
      { in: "suite_tear_down", worker: 1, failures: failure("could not drop") },
      { in: "suite_set_up", worker: 2, failures: failure("could not connect") },
    ],
  });
  const { page, close } = await openPage(browser, writePage("fixtures.html", [writeDocument("fixtures.json", report([broken], "fixtures"))]));
  const text = await page.locator("#red").innerText();
  assert.match(text, /In suite set-up[\s\S]*could not connect[\s\S]*In suite tear-down[\s\S]*could not drop/i);
  await close();
});

test("a document that says what it is and holds nothing of it is named as such", async () => {
  for (const kind of ["report", "comparison", "trend"]) {
    const file = writeDocument(`hollow-${kind}.json`, {}, false);
    writeFileSync(file, JSON.stringify({ schema: `carpool/${kind}/v1` }));
    const context = await browser.newContext();
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`file://${writePage(`hollow-${kind}.html`, [file])}`);
    assert.match(await page.locator(".trouble").innerText(), /The page cannot be shown:/, kind);
    assert.deepEqual(errors, [], kind);
    await context.close();
  }
});
