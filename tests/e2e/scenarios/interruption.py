"""Signals to the runner and to ctest in the middle of a method."""

import os
import signal
import time

from harness.ctest import ctest_command, run_of_ctest
from harness.record import RunRecord
from harness.victims import copy_manifest
from harness.workplace import Workplace

SECONDS = 60


def runner_interrupted(checks, options):
    _signal_runner(checks, options, signal.SIGINT)


def runner_terminated(checks, options):
    _signal_runner(checks, options, signal.SIGTERM)


def runner_killed(checks, options):
    _signal_runner(checks, options, signal.SIGKILL)


def runner_killed_behind_a_launcher(checks, options):
    """Which put the worker into a session of its own."""
    _signal_runner(checks, options, signal.SIGKILL, launcher=["setsid", "--wait"])


def runner_quit(checks, options):
    """Ctrl-\\ on a terminal."""
    _signal_runner(checks, options, signal.SIGQUIT)


def ctest_interrupted(checks, options):
    """As Ctrl-C on a terminal does: the signal goes to the whole foreground group."""
    _signal_ctest(checks, options, signal.SIGINT, os.killpg)


def ctest_terminated(checks, options):
    _signal_ctest(checks, options, signal.SIGTERM, os.kill)


def ctest_killed(checks, options):
    _signal_ctest(checks, options, signal.SIGKILL, os.kill)


def _signal_runner(checks, options, number, **manifest_changes):
    victim = options.victim("waits")
    with Workplace("interruption") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results),
                                 **manifest_changes)
        process = place.start([options.carpool, "run", "--manifest", manifest, "--class", "Waits"])
        if not checks.that(place.await_file("waiting", process), "the method begins to wait"):
            print(place.wait(process, 1).describe())
            return
        checks.that(_journal_speaks_of(place, "RunsFirst"), "what has ended is in the journal")
        os.kill(process.pid, number)
        outcome = place.wait(process, SECONDS)
        checks.equal(outcome.exit_code, -9 if number == signal.SIGKILL else 130, "exit code")
        runs = list((place.results / "runs").glob("*"))
        if checks.equal(len(runs), 1, "run directories"):
            _check_run(checks, options, place, runs[0], number)


def _signal_ctest(checks, options, number, send):
    with Workplace("interruption") as place:
        junit = place.root / "junit.xml"
        process = place.start(ctest_command(options.build, r"^waits\.Waits$", junit))
        if not checks.that(place.await_file("waiting", process), "the method begins to wait"):
            print(place.wait(process, 1).describe())
            return
        send(process.pid, number)
        outcome = place.wait(process, SECONDS)
        checks.that(outcome.exit_code not in (0, None), f"ctest ends, not green: {outcome.exit_code}")
        survivors = place.survivors()  # also lets the runner, now an orphan, come to its end
        checks.equal(survivors, [], "processes left behind")
        directory = run_of_ctest(options.build, process.pid)
        if checks.that(directory is not None, "a run directory of this ctest"):
            _check_run(checks, options, place, directory, number, orphan=True)


def _journal_speaks_of(place, method):
    """Waits until the journal has the method's end: it goes there while the next one runs."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        for journal in place.results.rglob("journal*.ndjson"):
            if f'"method":"{method}"' in journal.read_text(encoding="utf-8"):
                return True
        time.sleep(0.01)
    return False


def _check_run(checks, options, place, directory, number, orphan=False):
    run = RunRecord(directory)
    checks.equal(place.survivors(run.process_ids()), [], "processes left behind")
    checks.equal(place.left_files(), [], "files left in the temporary folder")
    record = run.classes[("waits", "Waits")]
    checks.equal(record.planned, ["RunsFirst", "Waits", "NeverRuns"], "planned methods")
    killed = number == signal.SIGKILL and not orphan
    if not killed:
        wanted = {"RunsFirst": "passed", "Waits": "interrupted", "NeverRuns": "not_run"}
        for method, status in wanted.items():
            seen = [attempt.final_status for attempt in record.terminal_records(method)]
            checks.equal(seen, [status], f"terminal records of {method}")
        checks.that((directory / "report.json").exists(), "report.json without being asked for")
    outcome = place.run([options.carpool, "report", "--run", directory], 60)
    checks.that(outcome.exit_code in (0, 1, 130), f"exit code of carpool report: {outcome.exit_code}")
    report = run.read_report()
    checks.equal(report["run"]["interrupted"], True, "run.interrupted")
    methods = {m["name"]: m["status"] for c in report["classes"] for m in c["methods"]}
    checks.equal(methods.get("RunsFirst"), "passed", "RunsFirst in the report")
    # A runner that was killed could not say what it was running; red it is either way.
    running = ["interrupted", "not_run"] if killed else "interrupted"
    checks.one_of(methods.get("Waits"), running, "Waits in the report")
    checks.equal(methods.get("NeverRuns"), "not_run", "NeverRuns in the report")


def stubborn_worker_interrupted(checks, options):
    """A method that ignores SIGTERM does not keep an interrupted run alive."""
    victim = options.victim("hangs")
    with Workplace("interruption") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results),
                                 test_timeout_ms=240_000)
        command = [options.carpool, "run", "--manifest", manifest, "--class", "HangIgnoringSigterm"]
        process = place.start(command)
        checks.that(place.await_file("ignoring", process), "the method begins to hang")
        os.kill(process.pid, signal.SIGINT)
        outcome = place.wait(process, SECONDS)
        checks.equal(outcome.exit_code, 130, "exit code")
        run = RunRecord(next((place.results / "runs").glob("*")))
        checks.equal(place.survivors(run.process_ids()), [], "processes left behind")
        record = run.classes[("hangs", "HangIgnoringSigterm")]
        for method, status in (("Hangs", "interrupted"), ("RunsNext", "not_run")):
            seen = [attempt.final_status for attempt in record.terminal_records(method)]
            checks.equal(seen, [status], f"terminal records of {method}")


def reader_goes_away(checks, options):
    """`carpool run | head -1`: it ends, and takes its workers with it."""
    victim = options.victim("waits")
    with Workplace("interruption") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results),
                                 test_timeout_ms=2_000)
        command = f"{options.carpool} run --manifest {manifest} --class Waits | head -c 1"
        outcome = place.run(["sh", "-c", command], SECONDS)
        checks.that(outcome.exit_code is not None, "it ends")
        checks.equal(place.survivors(), [], "processes left behind")
