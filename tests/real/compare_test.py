#!/usr/bin/env python3
"""`carpool compare` over GoogleTest's samples, which tests/real/run has built before."""

import argparse
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

from harness.documents import validate  # noqa: E402

WORK = pathlib.Path()


def compare(sample, *arguments):
    """The finished process and the document, valid by its schema."""
    build = WORK / "googletest_samples"
    manifest = build / "carpool.tests" / f"{sample}_live" / "manifest.json"
    output = build / f"{sample}-comparison.json"
    output.unlink(missing_ok=True)
    done = subprocess.run(
        [WORK / "prefix" / "bin" / "carpool", "compare", "--manifest", manifest, "-o", output, *arguments],
        capture_output=True, text=True, check=False)
    return done, validate(output) if output.exists() else None


class Compare(unittest.TestCase):
    def test_finds_every_method_of_typed_suites_the_same_both_ways(self):
        done, document = compare("sample6", "--blocks", "3")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(document["verdict_differences"], [])
        self.assertEqual(document["total"]["methods"], 12)
        self.assertEqual(len(document["total"]["samples"]["spawn_ns"]), 6)
        self.assertIn("Every method has the same verdict both ways.", done.stdout)
        for reference in document["references"]:
            self.assertTrue(reference["available"], reference)

    def test_says_not_established_on_too_few_pairs(self):
        done, document = compare("sample1", "--blocks", "1", "--class", "FactorialTest")
        self.assertFalse(document["total"]["spawn_baseline"]["established"])
        self.assertIn("not established", done.stdout)
        self.assertEqual([one["name"] for one in document["classes"]], ["FactorialTest"])

    def test_sees_through_a_main_that_turns_a_failure_into_exit_code_zero(self):
        done, document = compare("sample9", "--blocks", "1")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(document["verdict_differences"], [])
        fails = [method for method in document["classes"][0]["methods"] if method["name"] == "Fails"]
        self.assertEqual((fails[0]["spawn"], fails[0]["continuous"]), ("failed", "failed"))

    def test_refuses_a_class_that_does_not_exist(self):
        done, document = compare("sample1", "--class", "Nobody")
        self.assertEqual(done.returncode, 4)
        self.assertIsNone(document)
        self.assertIn("Nobody", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    WORK = options.work
    unittest.main(argv=[sys.argv[0], *rest])
