// What a reader does with the page: filters, sorts, opens, walks by keyboard, passes a link on.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, method, openPage, report, testClass, writeDocument, writePage } from "./fixture";

let browser: Browser;
let file: string;

before(async () => {
  browser = await launchBrowser();
  const parser = testClass("core_tests", "ParserTest", [
    method("ReadsNothing", { duration_ns: 3_000_000 }),
    method("ReadsText", { status: "failed", failures: [{ message: "Expected equality" }] }),
    method("Crashes", { status: "crashed", signal: 11 }),
  ], { status: "failed" });
  const lexer = testClass("core_tests", "LexerTest", [method("Splits", { duration_ns: 9_000_000 }), method("Joins")]);
  const net = testClass("net_tests", "SocketTest", [method("Connects"), method("Later", { status: "disabled" })]);
  file = writePage("views.html", [writeDocument("views.json", report([parser, lexer, net]))]);
});
after(() => browser.close());

async function names(page: Page): Promise<string[]> {
  return page.locator(".method-row .cell-name").allInnerTexts();
}

function choice(page: Page, label: string) {
  return page.locator(".filters .choice", { hasText: new RegExp(`^${label}`) }).locator("select");
}

async function hash(page: Page): Promise<string> {
  return page.evaluate(() => location.hash);
}

test("filters by text, status, target and class, and says how many are left", async () => {
  const { page, troubles, close } = await openPage(browser, file);
  const result = page.locator(".filter-result [role=status]");
  assert.equal(await result.innerText(), "7 methods");

  await page.fill("#search", "read parser");
  await page.waitForFunction(() => document.querySelectorAll(".method-row").length === 2);
  assert.deepEqual((await names(page)).sort(), ["ReadsNothing", "ReadsText"]);
  assert.equal(await result.innerText(), "2 of 7 methods");

  await page.getByRole("button", { name: "Show all" }).click();
  assert.equal((await names(page)).length, 7);
  await page.locator(".status-choice").getByText("crashed").click();
  assert.deepEqual(await names(page), ["Crashes"]);
  await page.getByRole("button", { name: "Show all" }).click();

  await choice(page, "target").selectOption("net_tests");
  assert.deepEqual((await names(page)).sort(), ["Connects", "Later"]);
  await choice(page, "target").selectOption("");
  await choice(page, "class").selectOption("LexerTest");
  assert.deepEqual((await names(page)).sort(), ["Joins", "Splits"]);

  await page.fill("#search", "no such method");
  await page.getByText("No method is like that.").waitFor();
  assert.deepEqual(troubles, []);
  await close();
});

test("sorts by each column, both ways", async () => {
  const { page, close } = await openPage(browser, file);
  assert.deepEqual((await names(page)).slice(0, 2), ["ReadsText", "Crashes"], "the worst first");
  await page.getByRole("button", { name: "Body" }).click();
  assert.deepEqual((await names(page)).slice(0, 2), ["Splits", "ReadsNothing"]);
  assert.equal(await page.locator("[role=columnheader].cell-duration").getAttribute("aria-sort"), "descending");
  await page.getByRole("button", { name: "Body" }).click();
  assert.equal((await names(page))[0], "Later");
  await page.getByRole("button", { name: "Method", exact: true }).click();
  assert.deepEqual((await names(page)).slice(0, 3), ["Connects", "Crashes", "Joins"]);
  await close();
});

test("a link opens the same view, and walking back closes what it opened", async () => {
  const first = await openPage(browser, file);
  await first.page.fill("#search", "parser");
  await first.page.getByRole("button", { name: "Body" }).click();
  await first.page.waitForFunction(() => location.hash.includes("search=parser"));
  await first.page.locator(".method-row").first().click();
  await first.page.locator("dialog.inspector[open]").waitFor();
  const link = await hash(first.page);
  await first.page.goBack();
  await first.page.waitForFunction(() => !document.querySelector("dialog.inspector"));
  await first.close();

  const second = await openPage(browser, file, link);
  await second.page.locator("dialog.inspector[open]").waitFor();
  assert.equal(await second.page.locator("#inspector-title").innerText(), "ReadsNothing");
  await second.page.keyboard.press("Escape");
  await second.page.waitForFunction(() => !document.querySelector("dialog.inspector"));
  assert.equal(await second.page.inputValue("#search"), "parser");
  assert.deepEqual(await names(second.page), ["ReadsNothing", "ReadsText", "Crashes"]);
  assert.deepEqual(second.troubles, []);
  await second.close();
});

test("a link that is cut, mistyped or of another run is no trouble", async () => {
  for (const link of ["#method=a/b/gone", "#search=%E0%A4%A&sort=-nothing&&==&x", "#class=Nobody&section=nowhere"]) {
    const { page, troubles, close } = await openPage(browser, file, link);
    await page.locator(".filter-result").waitFor();
    assert.deepEqual(troubles, [], link);
    await close();
  }
});

test("the keyboard reaches, moves, opens, steps and closes", async () => {
  const { page, troubles, close } = await openPage(browser, file);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "search");
  await page.locator(".method-grid").focus();
  await page.keyboard.press("ArrowDown");
  const active = await page.locator(".method-grid").getAttribute("aria-activedescendant");
  assert.equal(await page.locator(`#${active} .cell-name`).innerText(), "Crashes");
  await page.keyboard.press("Enter");
  await page.locator("dialog.inspector[open]").waitFor();
  assert.match(await page.locator("dialog.inspector").innerText(), /ended by signal 11/);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator("#inspector-title").innerText(), "ReadsText");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.classList.contains("method-grid"));
  await page.keyboard.press("End");
  const last = await page.locator(".method-grid").getAttribute("aria-activedescendant");
  assert.equal(last, "method-6");
  await page.keyboard.press("?");
  await page.locator("dialog.shortcuts[open]").waitFor();
  await page.keyboard.press("Escape");
  assert.deepEqual(troubles, []);
  await close();
});

test("everything that takes the keyboard's focus shows it", async () => {
  const { page, close } = await openPage(browser, file);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const unseen: string[] = [];
  for (let step = 0; step < 45; ++step) {
    await page.keyboard.press("Tab");
    const problem = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return "";
      // A radio or a check box shows it at what stands for it.
      const shown = [element, element.nextElementSibling, element.closest("label")].filter((one) => one !== null);
      const visible = shown.some((one) => {
        const style = getComputedStyle(one as Element);
        return (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
      });
      return visible ? "" : element.outerHTML.slice(0, 120);
    });
    if (problem) unseen.push(problem);
  }
  assert.deepEqual(unseen, []);
  await close();
});
