"""A results folder that cannot be written, at once or in the middle of the run."""

import subprocess

from harness.documents import validate_lines
from harness.victims import copy_manifest
from harness.workplace import Workplace


class Skipped(Exception):
    """This machine does not allow what the scenario needs."""


def unwritable_results(checks, options):
    victim = options.victim("fails_in_suite_fixtures")
    with Workplace("unwritable") as place:
        obstacle = place.root / "a file"
        obstacle.write_text("not a folder\n")
        results = obstacle / "results"
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(results))
        outcome = place.run(
            [options.carpool, "run", "--manifest", manifest, "--class", "SetUpOnce"], 60)
        checks.equal(outcome.exit_code, 1, "exit code")
        checks.that(str(results) in outcome.stderr, "an error that names the folder")
        checks.that((place.scratch / "torn_down").exists(), "the tests still ran")
        checks.equal(place.survivors(), [], "processes left behind")


def full_disk(checks, options):
    victim = options.victim("prints")
    with Workplace("disk") as place:
        place.results.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(place.results)],
            capture_output=True, text=True, check=False)
        if mounted.returncode != 0:
            raise Skipped(f"a small tmpfs cannot be mounted here: {mounted.stderr.strip()}")
        try:
            _run_on_full_disk(checks, options, place, victim)
        finally:
            subprocess.run(["umount", "-l", str(place.results)], check=True)


def _run_on_full_disk(checks, options, place, victim):
    manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results))
    command = [options.carpool, "run", "--manifest", manifest, "-j", "1"]
    outcome = place.run([*command, "--class", "PrintsEverywhere", "--class", "PrintsBytes"], 60)
    if not checks.equal(outcome.exit_code, 1, "exit code, though every test passes"):
        print(outcome.describe())
    checks.that("No space left" in outcome.stderr, "an error that names the cause")
    for journal in place.results.rglob("journal*.ndjson"):
        text = journal.read_bytes()
        whole = place.root / "whole.ndjson"
        whole.write_bytes(text[:text.rfind(b"\n") + 1])
        checks.that(len(list(validate_lines(whole))) > 0, "a journal with whole lines")
    checks.equal(place.survivors(), [], "processes left behind")
