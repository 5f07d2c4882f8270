// Documents on disk, and pages that the real runner writes from them.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

export { method, report, testClass } from "./shapes";

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: ctest sets it`);
  return value;
}

/** Each is checked against its schema by a test of its own, unless `checked` is false: the very large ones. */
export function writeDocument(name: string, document: unknown, checked = true): string {
  const folder = fromEnvironment(checked ? "CARPOOL_TEST_DOCUMENTS" : "CARPOOL_TEST_PAGES");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

export function writePage(name: string, documents: string[]): string {
  const folder = fromEnvironment("CARPOOL_TEST_PAGES");
  mkdirSync(folder, { recursive: true });
  const page = join(folder, name);
  execFileSync(fromEnvironment("CARPOOL_EXECUTABLE"), ["dashboard", "-o", page, ...documents]);
  return page;
}

export async function launchBrowser(): Promise<Browser> {
  // A container's root has no sandbox of Chromium's.
  return chromium.launch({ executablePath: fromEnvironment("CARPOOL_CHROMIUM"), args: ["--no-sandbox"] });
}

export interface OpenPage {
  page: Page;
  /** What must not happen: errors, messages on the console, requests that leave the page. */
  troubles: string[];
  close: () => Promise<void>;
}

export async function openPage(browser: Browser, file: string, hash = "", options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const troubles: string[] = [];
  page.on("console", (message) => troubles.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.route("**/*", (route) => {
    const address = route.request().url();
    if (address === `file://${file}`) return route.continue();
    troubles.push(`request: ${address}`);
    return route.abort();
  });
  await page.goto(`file://${file}${hash}`);
  await page.waitForSelector("#methods-title");
  return { page, troubles, close: () => context.close() };
}
