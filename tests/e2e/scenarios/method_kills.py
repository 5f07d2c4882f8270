"""GRANULARITY METHOD: the client, ctest or the broker is killed, in the middle of a method or between two."""

import os
import signal
import time

from harness.method_build import MethodPlace, processes, ran
from harness.workplace import command_line_of, read_of

WAITS = r"^Waits\."
SECONDS = 60


def client_killed(checks, options):
    """Its worker dies at once; the class goes on in another."""
    words = {signal.SIGKILL: "Subprocess killed***Exception:", signal.SIGINT: "Interrupt***Exception:",
             signal.SIGTERM: "Subprocess terminated***Exception:"}
    for number, word in words.items():
        with MethodPlace(checks, options) as place, checks.within(number.name):
            build = place.build()
            build.add("tells_its_place")
            process = build.start("-j1", entries=WAITS)
            if not await_method(checks, place, process):
                continue
            worker = int(build.told()[-1][1]["process"])
            os.kill(process_of(place, "carpool-exec"), number)
            checks.that(vanishes(worker), "the worker is gone, while ctest still runs or not")
            run = build.wait(process)
            checks.one_of(run.words.get("Waits.ForWord"), [word, "***Exception: Interrupt"], "word of ctest")
            checks.equal(run.exit_code, 8, "exit code of ctest")
            wanted = {"Waits.First": "passed", "Waits.ForWord": "interrupted", "Waits.Last": "passed"}
            checks.equal(ran(run.run()), wanted, "the report")
            told = dict(build.told())
            checks.equal(told["Waits.First"]["process"], str(worker), "worker of the method before")
            checks.that(told["Waits.Last"]["process"] != str(worker), "another worker for the method after")


def ctest_killed_in_method(checks, options):
    """The broker ends the method and itself, and leaves a record and a report."""
    for number, send in ((signal.SIGKILL, os.kill), (signal.SIGTERM, os.kill), (signal.SIGINT, os.killpg)):
        with MethodPlace(checks, options) as place, checks.within(number.name):
            build = place.build()
            build.add("tells_its_place")
            process = build.start("-j1", entries=WAITS)
            if not await_method(checks, place, process):
                continue
            send(process.pid, number)
            run = build.wait(process, SECONDS)
            checks.that(run.exit_code not in (0, None), f"ctest ends, not green: {run.exit_code}")
            checks.equal(place.survivors(), [], "processes left behind")
            report = run.run().report
            if checks.that(report is not None, "a report without being asked for"):
                checks.equal(report["run"]["interrupted"], True, "run.interrupted")
                wanted = {"Waits.First": "passed", "Waits.ForWord": "interrupted"}
                checks.equal(ran(run.run()), wanted, "the report")


def broker_killed_in_method(checks, options):
    """The method is red, the next has a broker again, and nobody takes the record for a whole one."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        process = build.start("-j1", entries=WAITS)
        if await_method(checks, place, process):
            worker = int(build.told()[-1][1]["process"])
            os.kill(process_of(place, "carpool broker"), signal.SIGKILL)
            checks.that(vanishes(worker), "the worker dies with its broker")
        run = build.wait(process)
        wanted = {"Waits.First": "passed", "Waits.ForWord": "failed", "Waits.Last": "passed",
                  "carpool.report": "failed"}
        checks.equal(run.entries, wanted, "entries")
        checks.that("the broker was lost" in run.outputs["Waits.ForWord"], "what the entry says")
        check_lost_broker(checks, run)
        wanted = {"Waits.First": "passed", "Waits.ForWord": "not_run", "Waits.Last": "passed"}
        checks.equal(ran(run.run()), wanted, "the report")


def broker_killed_between_methods(checks, options):
    """All methods have passed; what the tear-down would have said nobody knows: no green."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        between(build, "Waits.Last", place)
        process = build.start("-j1", entries="^(Waits.First|Waits.Last|between)$")
        if checks.that(place.await_file("between", process), "the entry between two methods begins"):
            os.kill(process_of(place, "carpool broker"), signal.SIGKILL)
            (place.scratch / "go").write_text("on\n")
        run = build.wait(process)
        wanted = {"Waits.First": "passed", "between": "passed", "Waits.Last": "passed", "carpool.report": "failed"}
        checks.equal(run.entries, wanted, "entries")
        check_lost_broker(checks, run)
        wanted = {"Waits.First": "passed", "Waits.Last": "passed"}
        checks.equal(ran(run.run()), wanted, "methods in the report")
        checks.equal(len(run.run().journals), 2, "journals")


def broker_told_to_end(checks, options):
    """SIGTERM, as at the end of a session: its method is interrupted, and its record is closed."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        process = build.start("-j1", entries=WAITS)
        if await_method(checks, place, process):
            os.kill(process_of(place, "carpool broker"), signal.SIGTERM)
        run = build.wait(process)
        checks.equal(run.entries.get("Waits.ForWord"), "failed", "the entry")
        checks.equal(run.entries.get("Waits.Last"), "passed", "the entry after it")
        wanted = {"Waits.First": "passed", "Waits.ForWord": "interrupted", "Waits.Last": "passed"}
        checks.equal(ran(run.run()), wanted, "the report")
        checks.equal(run.run().report["run"]["interrupted"], True, "run.interrupted")


def worker_killed_between_methods(checks, options):
    """By the system, for its memory, say: the next method has a new one, and nobody is charged."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        between(build, "Tells.Two", place)
        process = build.start("-j1", entries=r"^(Tells\.(One|Two)|between)$")
        if checks.that(place.await_file("between", process), "the entry between two methods begins"):
            worker = int(build.told()[-1][1]["process"])
            os.kill(worker, signal.SIGKILL)
            checks.that(vanishes(worker), "the worker ends")
            (place.scratch / "go").write_text("on\n")
        run = build.wait(process)
        checks.equal(ran(run.run()), {"Tells.One": "passed", "Tells.Two": "passed"}, "the report")
        checks.equal(len(processes(build.told())), 2, "workers")


def between(build, method, place):
    """An entry of the user's own, "between", that runs before `method` until the scenario says "go". Were it to depend on
    the method before, that one's worker would be gone."""
    script = f"touch '{place.scratch}/between'; until test -e '{place.scratch}/go'; do sleep 0.02; done"
    with open(build.directory / "CTestTestfile.cmake", "a", encoding="utf-8") as file:
        file.write(f'add_test(between sh -c "{script}")\n'
                   "set_tests_properties(between PROPERTIES TIMEOUT 60)\n"
                   f"set_tests_properties({method} PROPERTIES DEPENDS between)\n")


def check_lost_broker(checks, run):
    checks.equal(run.exit_code, 8, "exit code of ctest")
    checks.that("broker was lost" in run.outputs["carpool.report"],
                f"what carpool.report says: {run.outputs['carpool.report']}")
    checks.equal(run.run().report["run"]["interrupted"], True, "run.interrupted")


def await_method(checks, place, process):
    if checks.that(place.await_file("waiting", process), "the method begins to wait"):
        return True
    print(place.wait(process, 1).describe())
    return False


def process_of(place, command):
    """The one process of this workplace that runs `command`; a child of its own does not count."""
    all_found = [pid for pid in place.marked_processes() if f"{command} " in command_line_of(pid) + " "]
    found = [pid for pid in all_found if parent_of(pid) not in all_found]
    if len(found) != 1:
        raise SystemExit(f"{len(found)} processes of {command}: {[command_line_of(pid) for pid in found]}")
    return found[0]


def parent_of(process_id):
    fields = read_of(process_id, "stat").rpartition(b")")[2].split()
    return int(fields[1]) if fields else 0


def guardian_of(place, runner):
    """The process beside it, of the same name."""
    command = command_line_of(runner)
    return next(pid for pid in place.marked_processes() if parent_of(pid) == runner and command_line_of(pid) == command)


def vanishes(process_id):
    """It has ended; whoever started it may not have looked yet."""
    deadline = time.monotonic() + SECONDS
    while read_of(process_id, "stat").rpartition(b")")[2].split()[:1] not in ([], [b"Z"], [b"X"]):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
