#!/usr/bin/env python3
"""Runs one row of the table of victims, through `carpool run` and through ctest."""

import argparse
import pathlib
import re
import sys

from harness.checks import Checks
from harness.ctest import ctest_command, entry_results, read_run_of_ctest
from harness.documents import InvalidDocument
from harness.expectation import check_class, expected_entry
from harness.record import RunRecord
from harness.report_check import check_report
from harness.victims import Row, copy_manifest
from harness.workplace import Workplace

SECONDS = 150
MOST_MEMORY_KIB = 300 * 1024  # of the runner and of each worker, whatever a victim prints or sends


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--carpool", type=pathlib.Path, required=True)
    parser.add_argument("--victims", type=pathlib.Path, required=True, help="their source folder")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="their build folder")
    parser.add_argument("row")
    return parser.parse_args()


def run_directly(checks, row, carpool):
    """(a) `carpool run` as a person would type it, results in a folder of its own."""
    with Workplace(row.name) as place:
        manifest = copy_manifest(row.manifest(), place.root, results_directory=str(place.results))
        command = [carpool, "run", "--manifest", manifest, "-j", str(row.jobs or 2)]
        command += row.arguments or []
        if row.entries == "some":
            command += [word for name in row.classes for word in ("--class", name)]
        outcome = place.run(command, SECONDS, **(row.environment or {}))
        if not checks.equal(outcome.exit_code, row.exit_code, "exit code"):
            print(outcome.describe())
        checks.that(outcome.peak_kib < MOST_MEMORY_KIB, f"memory: {outcome.peak_kib} KiB")
        runs = sorted((place.results / "runs").glob("*"))
        if not checks.equal(len(runs), 1, "run directories"):
            return
        run = RunRecord(runs[0])
        check_run(checks, row, run, row.classes)
        check_remains(checks, row, place, run)
        reported = place.run([carpool, "report", "--run", runs[0]], 60)
        checks.equal(reported.exit_code, 0, "exit code of carpool report")
        run.read_report()
        ran = {(row.target, name): row.discovered()[name] for name in row.classes}
        check_report(checks, run, ran)


def run_through_ctest(checks, row):
    """(b) the entries that add_continuous_test() registered, in the build folder that others share."""
    with Workplace(row.name) as place:
        junit = place.root / "junit.xml"
        classes = {n: c for n, c in row.classes.items() if c.get("entry") != "none"}
        names = "|".join(re.escape(f"{row.target}.{name}") for name in classes)
        command = ctest_command(row.build, f"^({names})$", junit)
        outcome = place.run(command, SECONDS, **(row.environment or {}))
        run = read_run_of_ctest(row.build, outcome.process_id)
        if not checks.that(run is not None, "a run directory of this ctest"):
            print(outcome.describe())
            return
        if not check_entries(checks, row, run, classes, entry_results(junit), outcome.exit_code):
            print(outcome.describe())
        ran = {**row.disabled_classes(), **classes}
        check_run(checks, row, run, ran)
        check_remains(checks, row, place, run)
        check_report(checks, run, {(row.target, n): row.discovered()[n] for n in ran})


def check_entries(checks, row, run, classes, entries, exit_code):
    """ctest's own word on each class must be what the journal says of it."""
    before = len(checks.broken)
    red = False
    for name, expected in classes.items():
        finished = run.classes[(row.target, name)].finished if expected["status"] != "disabled" else []
        status = finished[0]["status"] if finished else expected["status"]
        entry = expected_entry(expected, status)
        red = red or entry == "failed"
        checks.equal(entries.get(f"{row.target}.{name}"), entry, f"ctest entry {name}")
    checks.equal(exit_code, 8 if red else 0, "exit code of ctest")
    return len(checks.broken) == before


def check_run(checks, row, run, classes):
    """The journals: nothing but the expected classes, each as expected."""
    checks.equal(sorted(run.classes), sorted((row.target, name) for name in classes), "classes")
    for name, expected in classes.items():
        with checks.within(name):
            record = run.classes[(row.target, name)]
            check_class(checks, record, name, expected, row.discovered()[name])
    ends = sum(len(record.ends) for record in run.classes.values())
    checks.equal(ends, len(run.workers), "ends of the workers that were started")
    if row.survivors is not None:
        named = sum(len(record.survivors()) for record in run.classes.values())
        checks.equal(named, row.survivors, "processes left behind that the journal names")
    checks.equal(len(run.runs_finished), len(run.journals), "run_finished records")


def check_remains(checks, row, place, run):
    checks.equal(place.survivors(run.process_ids()), [], "processes left behind")
    checks.equal(place.left_files(), [], "files left in the temporary folder")
    if row.processes is not None:
        checks.one_of(len(run.process_ids()), row.processes, "worker processes of the whole run")
    for name, text in (row.scratch_files or {}).items():
        file = place.scratch / name
        checks.equal(file.read_text() if file.exists() else None, text, f"scratch file {name}")


def main():
    options = arguments()
    row = Row(options.victims, options.build, options.row)
    checks = Checks()
    checks.equal(row.unmentioned(), [], "classes of the executable that the row leaves out")
    ways = {
        "run": lambda: run_directly(checks, row, options.carpool),
        "ctest": lambda: run_through_ctest(checks, row),
    }
    for way in row.ways or ways:
        with checks.within(way):
            try:
                ways[way]()
            except (InvalidDocument, OSError) as trouble:
                checks.that(False, str(trouble))
    for message in checks.broken:
        print(message)
    print(f"{row.name}: {checks.count} checks, {len(checks.broken)} broken")
    return 1 if checks.broken else 0


if __name__ == "__main__":
    sys.exit(main())
