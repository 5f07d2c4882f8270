"""A results folder that cannot be written, at once or in the middle of the run."""

import subprocess

from harness.ctest import ctest_command, entry_results
from harness.documents import validate, validate_lines
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


def results_removed_in_run(checks, options):
    """Every test passes, but nobody will find out from the journal: red, and said so."""
    victim = options.victim("removes_results")
    for name, what in (("RemovesResults", "removed"), ("ReplacesResults", "replaced")):
        with Workplace("removed") as place, checks.within(name):
            manifest = copy_manifest(
                victim.manifest(), place.root, results_directory=str(place.results))
            command = [options.carpool, "run", "--manifest", manifest, "--class", name]
            outcome = place.run(command, 60, VICTIM_RESULTS=str(place.results))
            if not checks.equal(outcome.exit_code, 1, "exit code, though every test passes"):
                print(outcome.describe())
            checks.that(f"was {what} while it was being written" in outcome.stderr, "an error")
            report = validate(place.results / "report.json")
            checks.equal(len(report.get("problems", [])), 1, "problems in the report")
            methods = {m["name"]: m["status"] for c in report["classes"] for m in c["methods"]}
            checks.equal(set(methods.values()), {"passed"}, "statuses")


def results_removed_in_ctest(checks, options):
    """The entry is red itself, and the report does not claim that nothing ran."""
    victim = options.victim("removes_results")
    with Workplace("removed") as place:
        # A build folder of its own: in the victims' others keep their results.
        manifest = copy_manifest(
            victim.manifest(), place.root, results_directory=str(place.results))
        (place.root / "CTestTestfile.cmake").write_text(
            f'add_test(entry "{options.carpool}" run --manifest "{manifest}" --under-ctest'
            " --class RemovesResults)\n"
            "set_tests_properties(entry PROPERTIES FIXTURES_REQUIRED carpool_report)\n"
            f'add_test(carpool.report "{options.carpool}" report --under-ctest'
            f' --results "{place.results}")\n'
            "set_tests_properties(carpool.report PROPERTIES FIXTURES_CLEANUP carpool_report)\n")
        junit = place.root / "junit.xml"
        outcome = place.run(
            [*ctest_command(place.root, "entry", junit), "-V"], 60,
            VICTIM_RESULTS=str(place.results))
        if not checks.equal(outcome.exit_code, 8, "exit code of ctest, though every test passes"):
            print(outcome.describe())
        checks.equal(entry_results(junit).get("entry"), "failed", "the entry")
        checks.that("was removed while it was being written" in outcome.stdout, "its error")
        checks.that("no record of this ctest" in outcome.stdout, "what carpool.report says")
