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
    "gang": {
        "totals": {"classes": 1, "methods": 2, "passed": 2},
        "entries": {"ring_tests.RingTest"},
    },
    "batches": {
        "totals": {"classes": 2, "methods": 6, "passed": 6},
        "entries": {"containers.StackTest", "containers.QueueTest"},
    },
    "distributed": {
        "totals": {"classes": 27, "methods": 670, "passed": 670},
        "entries": {
            f"collective_tests.{name}"
            for name in (
                "Float/AllGatherTest", "Int64/AllGatherTest", "UInt8/AllGatherTest",
                "Double/AllReduceTest", "Float/AllReduceTest", "Int8/AllReduceTest",
                "Int32/AllReduceTest", "Int64/AllReduceTest", "UInt8/AllReduceTest",
                "Float/AllToAllTest", "Int32/AllToAllTest",
                "Late/BarrierTest",
                "Float/BroadcastTest", "Int32/BroadcastTest", "UInt8/BroadcastTest",
                "Float/GatherTest", "Int64/GatherTest",
                "Float/NewGroupTest",
                "Double/ReduceTest", "Int64/ReduceTest",
                "Float/ScatterTest", "Int32/ScatterTest",
                "Double/SendReceiveTest", "Float/SendReceiveTest", "UInt8/SendReceiveTest",
                "TensorShapeTest/Float", "TensorShapeTest/Int64",
            )
        },
    },
}  # fmt: skip


SKIPPED = 77


def run(*command, seconds):
    print("$", *command, flush=True)
    subprocess.run(command, check=True, timeout=seconds)


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
    parser.add_argument("--seconds", type=int, default=500, help="the most that one step may take")
    parser.add_argument("--skip", help="why it cannot be run here")
    arguments = parser.parse_args()
    if arguments.skip:
        print(f"skipped: {arguments.skip}")
        sys.exit(SKIPPED)
    build = arguments.build
    shutil.rmtree(build, ignore_errors=True)
    run(
        arguments.cmake, "-S", arguments.source, "-B", build, "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={arguments.prefix}", f"-DCMAKE_CXX_COMPILER={arguments.compiler}",
        seconds=arguments.seconds,
    )  # fmt: skip
    run(arguments.cmake, "--build", build, seconds=arguments.seconds)
    run(arguments.ctest, "--test-dir", build, "--output-on-failure", seconds=arguments.seconds)

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
