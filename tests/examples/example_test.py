"""Builds one example project against an installed Carpool, runs it by ctest and reads what it leaves."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

# What each example's report must say: the counts of `totals`, and the CTest entries.
EXPECTED = {
    "quickstart": {
        "totals": {"classes": 5, "methods": 31, "passed": 29, "skipped": 1, "disabled": 1},
        "entries": {
            "library_tests.CatalogueTest", "library_tests.LoanTest", "library_tests.IsbnTest",
            "library_tests.FromTheShelf/GoodIsbn", "library_tests.Typos/BadIsbn",
        },
    },
    "own_main": {
        "totals": {"classes": 1, "methods": 3, "passed": 3},
        "entries": {"greeting_tests.GreetingTest"},
    },
    "batches": {
        "totals": {"classes": 2, "methods": 6, "passed": 6},
        "entries": {"containers.StackTest", "containers.QueueTest"},
    },
}  # fmt: skip


def run(*command):
    print("$", *command, flush=True)
    subprocess.run(command, check=True, timeout=500)


def entries_of(ctest, build):
    """The names of all entries, Carpool's own ones apart."""
    command = [ctest, "--test-dir", build, "--show-only=json-v1"]
    listed = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=60).stdout)
    return {test["name"] for test in listed["tests"]} - {"carpool.report"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("example", choices=EXPECTED)
    for option in ("--source", "--build", "--prefix", "--cmake", "--ctest", "--compiler"):
        parser.add_argument(option, required=True)
    arguments = parser.parse_args()
    build = arguments.build
    shutil.rmtree(build, ignore_errors=True)
    run(
        arguments.cmake, "-S", arguments.source, "-B", build, "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={arguments.prefix}", f"-DCMAKE_CXX_COMPILER={arguments.compiler}",
    )  # fmt: skip
    run(arguments.cmake, "--build", build)
    run(arguments.ctest, "--test-dir", build, "--output-on-failure")

    expected = EXPECTED[arguments.example]
    report = json.loads((pathlib.Path(build) / "Testing/Carpool/report.json").read_text(encoding="utf-8"))
    counts = {key: report["totals"].get(key) for key in expected["totals"]}
    entries = entries_of(arguments.ctest, build)
    for what, found, wanted in (
        ("totals", counts, expected["totals"]),
        ("entries", entries, expected["entries"]),
        ("schema", report["schema"], "carpool/report/v1"),
    ):
        if found != wanted:
            sys.exit(f"{what}: expected {wanted}, found {found}")


if __name__ == "__main__":
    main()
