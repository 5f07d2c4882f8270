"""A real ctest over a real build folder, and what it said of each entry."""

import xml.etree.ElementTree

from harness.record import RunRecord


def ctest_command(build, entries, junit, jobs=2):
    """`entries`: a regular expression over entry names."""
    return [
        "ctest", "--test-dir", build, "-R", entries, "-j", str(jobs), "--output-junit", junit,
        "--timeout", "300",
    ]


def entry_results(junit):
    """By entry name: passed, failed, skipped, disabled or notrun."""
    results = {}
    for case in xml.etree.ElementTree.parse(junit).getroot().iter("testcase"):
        status = {"run": "passed", "fail": "failed"}.get(case.get("status"), case.get("status"))
        skipped = case.find("skipped")
        if status == "notrun" and skipped is not None and "SKIP" in skipped.get("message", ""):
            status = "skipped"
        results[case.get("name")] = status
    return results


def run_of_ctest(build, process_id):
    """The run directory that a ctest process's entries shared. Its id ends in that process's id."""
    # The names begin with the time. Others' old runs may be tidied away while this one looks.
    return max((build / "Testing" / "Carpool" / "runs").glob(f"*-{process_id:07}"), default=None)


def read_run_of_ctest(build, process_id):
    directory = run_of_ctest(build, process_id)
    if directory is None:
        return None
    run = RunRecord(directory)
    run.read_report()
    return run
