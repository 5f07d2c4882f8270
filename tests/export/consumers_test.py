"""Programs that others wrote read what `carpool export` writes: CTRF's own validator, a converter of JUnit, and
Google Benchmark's compare.py. scripts/prepare-preset.sh fetches them."""

import json
import os
import pathlib
import re
import subprocess
import unittest

from sample import CARPOOL, exported, sample

import project as projects

CONSUMERS = pathlib.Path(os.environ["CARPOOL_CONSUMERS"])
COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")  # Debian's libbenchmark-tools
VALIDATE = """
import("ctrf").then(({ validate }) => {
  const report = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  console.log(JSON.stringify(validate(report)));
});
"""


def run(*command, cwd=None):
    outcome = subprocess.run([str(word) for word in command], cwd=cwd, text=True, check=False, capture_output=True)
    if outcome.returncode != 0:
        raise AssertionError(f"{command[0]} ended with {outcome.returncode}: {outcome.stdout}{outcome.stderr}")
    return outcome.stdout


class Ctrf(unittest.TestCase):
    def validated(self, file):
        return json.loads(run("node", "-e", VALIDATE, file, cwd=CONSUMERS))

    def test_is_valid_for_its_own_validator(self):
        outcome = self.validated(sample().written / "ctrf.json")
        self.assertTrue(outcome["valid"], outcome["errors"])

    def test_would_not_be_without_its_summary(self):
        broken = json.loads(sample().document("ctrf"))
        del broken["results"]["summary"]["failed"]
        file = sample().written / "broken.json"
        file.write_text(json.dumps(broken))
        self.assertFalse(self.validated(file)["valid"])


class Junit(unittest.TestCase):
    def test_comes_to_the_same_when_it_is_converted(self):
        converted = sample().written / "converted.json"
        run(CONSUMERS / "node_modules/.bin/junit-to-ctrf", sample().written / "junit.xml", "-o", converted)
        theirs = json.loads(converted.read_text())["results"]["summary"]
        ours = json.loads(sample().document("ctrf"))["results"]["summary"]
        for count in ("tests", "passed", "failed", "skipped", "flaky"):
            self.assertEqual(theirs[count], ours[count], count)


class GoogleBenchmark(unittest.TestCase):
    def test_gives_both_sides_a_u_test(self):
        manifest = sample().project.build_directory / "carpool.tests/samples/manifest.json"
        projects.must(projects.run(CARPOOL, "compare", "--manifest", manifest, "--class", "Calm", "--blocks", "5"))
        file = sample().written / "compared.json"
        file.write_bytes(exported("google-benchmark", sample().results / "comparison.json"))
        # The distribution's Python, which has its scipy.
        text = run("/usr/bin/python3", COMPARE, "--no-color", "filters", file, "/spawn", "/continuous")
        found = re.search(r"^samples\.Calm\[.*\]_pvalue\s+([\d.]+).*U Test, Repetitions: 10 vs 10", text, re.MULTILINE)
        self.assertIsNotNone(found, text)
        self.assertLessEqual(float(found[1]), 1.0)


if __name__ == "__main__":
    unittest.main()
