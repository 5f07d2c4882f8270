// What carpool compare measured, and what it estimated by a sample: never the one for the other.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Locator } from "playwright-core";
import { comparison, sampledComparison } from "./more_documents";
import { launchBrowser, method, openPage, report, testClass, writeDocument, writePage } from "./fixture";

let browser: Browser;
let both: string;
let sampledAlone: string;

before(async () => {
  browser = await launchBrowser();
  const measured = writeDocument("measured-comparison.json", comparison());
  const sampled = writeDocument("sampled-comparison.json", sampledComparison());
  const run = writeDocument("compared-run.json", report([testClass("run_tests", "RunTest", [method("Runs")])], "compared"));
  both = writePage("both-bases.html", [run, measured, sampled]);
  sampledAlone = writePage("sampled.html", [sampled]);
});
after(() => browser.close());

/** How it is drawn, colours left out. */
async function form(card: Locator): Promise<string[]> {
  return card.evaluate((element) => {
    const bar = getComputedStyle(element.querySelector(".bar.before") as Element);
    return [getComputedStyle(element).borderTopStyle, bar.backgroundImage === "none" ? "plain bar" : "hatched bar"];
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`${colorScheme}: an estimate by a sample is told from a measurement by word and by form`, async () => {
    const { page, troubles, close } = await openPage(browser, both, "", { colorScheme });
    const measured = page.locator(".saving", { hasText: "core_tests" });
    const sampled = page.locator(".saving", { hasText: "huge_tests" });
    const ofRun = page.locator(".saving", { hasText: "from this run alone" });
    assert.equal(await measured.locator(".tag").innerText(), "measured");
    assert.equal(await sampled.locator(".tag").innerText(), "estimated from a sample");
    assert.equal(await ofRun.locator(".tag").innerText(), "estimated");
    assert.deepEqual(await form(measured), ["solid", "plain bar"]);
    assert.deepEqual(await form(sampled), ["dashed", "hatched bar"]);
    assert.deepEqual(await form(ofRun), ["dashed", "hatched bar"]);
    assert.doesNotMatch(await sampled.innerText(), /\bmeasured/);
    assert.deepEqual(troubles, []);
    await close();
  });
}

test("an estimate by a sample says what it rests on, what it missed and what was noisy", async () => {
  const { page, close } = await openPage(browser, both);
  const text = await page.locator(".saving", { hasText: "huge_tests" }).innerText();
  assert.match(text, /95 % interval 88\.0 to 92\.0 %, from 6 pairs of runs/);
  assert.match(text, /estimated from 6 of 1,002 methods, up to 4 of each class[\s\S]*uncertain by 1\.3 % \(standard error\)/);
  assert.match(text, /did not become as exact as asked: after 60 blocks[\s\S]*not to \u00b15 %/);
  assert.match(text, /A noisy machine: load average 3\.0 on 2 cores when it began; rounds of <live> workers differ by 14 %\./);
  assert.doesNotMatch(await page.locator(".saving", { hasText: "core_tests" }).innerText(), /sample|noisy|exact/);
  await close();
});

test("each class says what its figure rests on, in the chart by form and in the table by word", async () => {
  const { page, close } = await openPage(browser, both);
  await page.locator("#classes .plot").waitFor();
  const outlines = (marks: string) => page.locator(`#classes .plot ${marks} path`).evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
  const measured = await outlines(".before-dot:not(.guessed-dot)");
  const estimated = await outlines(".guessed-dot");
  assert.deepEqual([measured.length, estimated.length], [3, 2]);
  assert.notEqual(measured[0], estimated[0]);
  assert.match(await page.locator("#classes .legend").innerText(), /a process each, measured[\s\S]*a process each, estimated/);
  await page.locator("#classes summary").click();
  const rows = await page.locator("#classes tbody tr").evaluateAll((all) => all.map((row) => `${row.firstElementChild?.textContent} ${row.lastElementChild?.textContent}`));
  assert.deepEqual(rows.sort(), [
    "HugeTest estimated from 4 of 1,000", "LexerTest measured", "ParserTest measured", "RunTest estimated from the run", "TinyTest measured",
  ]);
  await close();
});

test("verdicts that a sample did not compare are not said to be the same", async () => {
  const { page, troubles, close } = await openPage(browser, sampledAlone);
  const unsteady = await page.locator("#unsteady").innerText();
  assert.match(unsteady, /each that was compared ends the same way/);
  assert.match(unsteady, /huge_tests took a sample: it compared the verdicts of 6 of 1,002 methods, and says nothing of the others/);
  assert.match(await page.locator("#methods").innerText(), /Of 1,002 methods of huge_tests those 6 stand here that ran both ways/);
  assert.deepEqual(troubles, []);
  await close();
});
