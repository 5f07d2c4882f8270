// The page as a screen reader meets it: chromium's accessibility tree, not the markup.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { comparison, timeline, trend } from "./more_documents";
import { launchBrowser, method, openPage, report, testClass, writeDocument, writePage } from "./fixture";

let browser: Browser;
let file: string;

before(async () => {
  browser = await launchBrowser();
  const parser = testClass("core_tests", "ParserTest", [
    method("ReadsNothing"), method("ReadsText", { status: "failed", failures: [{ message: "Expected equality" }] }),
  ], { status: "failed" });
  const net = testClass("net_tests", "SocketTest", [method("Connects"), method("Waits", { status: "failed", duration_ns: 9_000_000 })]);
  file = writePage("accessible.html", [
    writeDocument("accessible-earlier.json", report([testClass("core_tests", "Earlier", [method("Runs")])], "earlier")),
    writeDocument("accessible.json", report([parser, net], "later")),
    writeDocument("accessible-comparison.json", comparison()),
    writeDocument("accessible-trace.json", timeline("later")),
    writeDocument("accessible-trend.json", trend()),
  ]);
});
after(() => browser.close());

interface Node {
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
}

async function tree(page: Page): Promise<[string, string][]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree") as unknown as { nodes: Node[] };
  return nodes.filter((node) => !node.ignored).map((node) => [node.role?.value ?? "", node.name?.value ?? ""]);
}

const PARTS = [
  "What was saved", "What is red", "Before and after, by class", "Where the time went", "The workers in time", "The slowest",
  "Flaky and order-dependent", "The trend", "All methods",
];

test("landmarks, headings and controls have their roles and names", async () => {
  const { page, close } = await openPage(browser, file);
  await page.locator("#timeline .plot").waitFor();
  const found = await tree(page);
  const names = (role: string) => found.filter(([of]) => of === role).map(([, name]) => name);
  assert.deepEqual(names("region").filter((name) => PARTS.includes(name)), PARTS);
  assert.deepEqual(names("navigation"), ["Parts of this page"]);
  assert.equal(names("main").length, 1);
  assert.deepEqual(names("search"), ["Methods"]);
  assert.equal(names("heading")[0], "Carpool");
  assert.deepEqual(names("grid"), ["Methods; arrows move, Enter opens one"]);
  assert.deepEqual(names("columnheader").filter((name) => /Method|Body|Status|Class/.test(name)).length, 4);
  for (const role of ["button", "link", "checkbox", "combobox", "searchbox", "radio"]) {
    assert.ok(names(role).length > 0, role);
    assert.deepEqual(names(role).filter((name) => name.trim() === ""), [], `${role} without a name`);
  }
  await close();
});

test("each chart says in words what it shows, and its figures stand in a table beside it", async () => {
  const { page, close } = await openPage(browser, file);
  await page.locator("#timeline .plot").waitFor();
  const pictures = (await tree(page)).filter(([role]) => role === "image" || role === "img").map(([, name]) => name);
  const charts = await page.locator(".chart").count();
  assert.equal(charts, 5);
  assert.equal(pictures.filter((name) => name.endsWith("the table below has the figures")).length, charts, pictures.join("; "));
  assert.deepEqual(pictures.filter((name) => name.trim() === ""), []);
  const tables = await page.evaluate(() => [...document.querySelectorAll(".chart")].map((chart) => {
    let next = chart.nextElementSibling;
    while (next && !next.matches(".chart, details.figures")) next = next.nextElementSibling;
    return next?.matches("details.figures") ? next.querySelectorAll("tbody tr").length : 0;
  }));
  assert.ok(tables.every((rows) => rows > 0), tables.join());
  await close();
});

test("a link opens run, filter, order and part again", async () => {
  const link = "#run=later&status=failed&target=net_tests&sort=-duration&section=methods";
  for (const hash of [link, `${link}&method=net_tests/SocketTest/Waits`]) {
    const { page, troubles, close } = await openPage(browser, file, hash);
    assert.deepEqual(await page.locator(".method-row .cell-name").allInnerTexts(), ["Waits"]);
    assert.equal(await page.locator(".run select").inputValue(), "later");
    assert.equal(await page.locator("dialog.inspector[open]").count(), hash === link ? 0 : 1);
    assert.equal(await page.evaluate(() => location.hash), hash);
    assert.deepEqual(troubles, []);
    await close();
  }
  const { page, close } = await openPage(browser, file, "#run=earlier");
  assert.deepEqual(await page.locator(".method-row .cell-name").allInnerTexts(), ["Runs"]);
  await close();
});
