// A hundred thousand methods: all of them are found, few of them are drawn.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser, method, openPage, report, testClass, writeDocument, writePage } from "./fixture";

const CLASSES = 1000;
const METHODS = 100;
const MOST_ROWS = 80;
const MOST_ELEMENTS = 15_000; // of the whole page

let browser: Browser;
let file: string;

before(async () => {
  browser = await launchBrowser();
  const classes = Array.from({ length: CLASSES }, (_, of) =>
    testClass(`target_${of % 4}`, `Class${of}`, Array.from({ length: METHODS }, (_, index) =>
      method(`Method${index}`, { duration_ns: 1000 * (1 + ((of * 7919 + index * 104729) % 100_000)), position: index,
        status: of === 500 && index < 60 ? "failed" : "passed" }),
    )),
  );
  const spans = classes.flatMap((ofClass, of) => ofClass.methods.map((one, index) => ({
    ph: "X", pid: 1, tid: 1 + (of % 100), name: `${ofClass.name}.${one.name}`, cat: "method", ts: (of * METHODS + index) * 10, dur: 9,
    args: { class: ofClass.name, method: one.name, attempt: 1, status: one.status },
  })));
  const page = [
    writeDocument("large.json", report(classes, "large"), false),
    writeDocument("large-trace.json", { traceEvents: spans, otherData: { run: "large" } }, false),
  ];
  file = writePage("large.html", page);
});
after(() => browser.close());

test("all are counted, searched and reached, and a bounded number is drawn", async () => {
  const { page, troubles, close } = await openPage(browser, file);
  const rows = page.locator(".method-row");
  assert.equal(await page.locator(".filter-result [role=status]").innerText(), "100,000 methods");
  assert.ok((await rows.count()) <= MOST_ROWS);
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(elements <= MOST_ELEMENTS, `${elements} elements`);

  await page.locator(".method-grid").focus();
  await page.keyboard.press("End");
  await page.waitForSelector("#method-99999");
  assert.ok((await rows.count()) <= MOST_ROWS);

  await page.fill("#search", "class777.method42");
  await page.waitForFunction(() => document.querySelector(".filter-result")?.textContent?.includes("of 100,000"));
  assert.equal(await rows.count(), 1);
  assert.match(await rows.first().innerText(), /Class777/);

  await page.getByRole("button", { name: "Show all" }).click();
  await page.locator(".status-choice").getByText("failed").click();
  assert.match(await page.locator(".filter-result").innerText(), /60 of 100,000 methods/);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("button", { name: "Body" }).click();
  assert.match(await rows.first().innerText(), /100 ms/);
  assert.deepEqual(troubles, []);
  await close();
});

test("the timeline draws no more bars than there is room for", async () => {
  const { page, troubles, close } = await openPage(browser, file);
  await page.locator("#timeline .plot").waitFor();
  const bars = () => page.locator("#timeline .span rect").count();
  const whole = await bars();
  assert.ok(whole > 0 && whole <= 40 * 2200, `${whole} bars`);
  assert.match(await page.locator(".timeline-pages").innerText(), /1 to 40 of 100/);
  for (let step = 0; step < 6; ++step) await page.getByRole("button", { name: "Zoom in" }).click();
  assert.ok((await bars()) > 0);
  assert.deepEqual(troubles, []);
  await close();
});
