// Bundles the tests of one folder for Node.js and runs them: node tests/run.mjs model|browser
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const tests = dirname(fileURLToPath(import.meta.url));
const kind = process.argv[2] ?? "";
if (!["model", "browser"].includes(kind)) {
  console.error("usage: node tests/run.mjs model|browser");
  process.exit(2);
}
const names = readdirSync(join(tests, kind)).filter((name) => name.endsWith(".test.ts"));
// Beside node_modules, so that packages which are not bundled are found.
const bundled = join(tests, "..", "tests-bundled", kind);
rmSync(bundled, { recursive: true, force: true });
await build({
  entryPoints: names.map((name) => join(tests, kind, name)),
  outdir: bundled,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node18",
  packages: "external",
  logLevel: "warning",
});
const files = names.map((name) => join(bundled, name.replace(/\.ts$/, ".mjs")));
const done = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" });
process.exit(done.status ?? 1);
