import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser, method, openPage, report, testClass, writeDocument, writePage } from "./fixture";

let browser: Browser;
let file: string;

before(async () => {
  browser = await launchBrowser();
  const parser = testClass("core_tests", "ParserTest", [
    method("ReadsNothing"),
    method("ReadsText", { status: "failed", failures: [{ file: "parser_test.cpp", line: 10, message: "Expected equality" }] }),
  ], { status: "failed" });
  const document = writeDocument("small.json", report([parser, testClass("core_tests", "LexerTest", [method("Splits")])]));
  file = writePage("small.html", [document]);
});
after(() => browser.close());

test("shows the estimate, the red method with its failure, and the list of methods", async () => {
  const { page, troubles, close } = await openPage(browser, file);
  assert.match(await page.locator(".saving.estimated").innerText(), /80\.0 % saved/);
  assert.equal(await page.locator(".saving.measured").count(), 0);
  assert.match(await page.locator("#red").innerText(), /parser_test\.cpp:10/);
  assert.equal(await page.locator(".method-row").count(), 3);
  assert.ok((await page.locator("#classes .plot circle").count()) >= 2);
  assert.deepEqual(troubles, []);
  await close();
});
