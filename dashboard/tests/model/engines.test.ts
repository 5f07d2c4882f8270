// Debian 12 has Node.js 18; a package that wants a newer one would be installed with a mere warning.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Package {
  engines?: { node?: string };
}

const read = (name: string) => JSON.parse(readFileSync(name, "utf8")) as Package & { packages: Record<string, Package> };

test("every package runs with the oldest Node.js that builds the page", () => {
  assert.equal(read("package.json").engines?.node, ">=18");
  const newer: string[] = [];
  for (const [name, { engines }] of Object.entries(read("package-lock.json").packages)) {
    if (!engines?.node) continue;
    const least = /^>= ?(\d+)/.exec(engines.node);
    if (!least || Number(least[1]) > 18) newer.push(`${name} wants ${engines.node}`);
  }
  assert.deepEqual(newer, []);
});
