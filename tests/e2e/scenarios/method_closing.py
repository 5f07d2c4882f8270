"""GRANULARITY METHOD: what comes of a ctest's last things: how its workers end, and who says so."""

import fcntl
import os
import signal
import time

from harness.method_build import MethodPlace, classes_that_ran, processes
from harness.workplace import stop
from scenarios.method_fallback import hide_broker
from scenarios.method_kills import WAITS, await_method, guardian_of, process_of

ABORTED = "Subprocess aborted***Exception:"


def ctest_without_the_report(checks, options):
    """Options that leave carpool.report out: the last entry of each class tells how its workers ended."""
    entries = r"^((CrashInStaticDestructor|NonzeroExitAfterPasses)\.|CleanExit\.|TearDown(Fails|Crashes)\.First|SetUpOnce)"
    for arguments in (["-FA", ".*"], ["-FC", "carpool_report"], ["-I", "1,400", "-FA", ".*"]):
        with MethodPlace(checks, options) as place, checks.within(" ".join(arguments)):
            build = place.build()
            build.add("misbehaves_at_exit")
            build.add("fails_in_suite_fixtures")
            run = build.ctest("-j2", *arguments, entries=entries)
            checks.equal(run.exit_code, 8, "exit code of ctest")
            checks.that("carpool.report" not in run.words, "no report closes it")
            for suite in ("CrashInStaticDestructor", "NonzeroExitAfterPasses"):
                words = [run.words.get(f"{suite}.{method}") for method in ("First", "Second")]
                checks.equal(sorted(words), ["Passed", ABORTED], f"words of ctest on {suite}")
            for entry in ("TearDownFails.First", "TearDownCrashes.First"):
                checks.equal(run.words.get(entry), ABORTED, f"word of ctest on {entry}")
            checks.that("could not drop the database" in run.outputs["TearDownFails.First"],
                        f"the entry says why: {run.outputs['TearDownFails.First']}")
            for entry in ("CleanExit.First", "SetUpOnce.First"):
                checks.equal(run.words.get(entry), "Passed", f"word of ctest on {entry}")
            # Nobody waited for the broker, which writes the report as it ends.
            checks.equal(place.survivors(), [], "processes left behind, the broker that writes the report")
            classes = classes_that_ran(run.run())
            for suite in ("CrashInStaticDestructor", "NonzeroExitAfterPasses", "TearDownFails", "TearDownCrashes"):
                checks.equal(classes.get(suite), "teardown_failed", f"status of {suite}")


def broker_stopped(checks, options):
    """It neither answers nor ends: whoever waits for it goes on in time, and no method runs twice."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        process = build.start("-j1", entries=WAITS, CARPOOL_BROKER_PATIENCE="2")
        if not await_method(checks, place, process):
            return
        broker = process_of(place, "carpool broker")
        guardian = guardian_of(place, broker)
        stop(guardian)  # which has a stopped broker go on
        stop(broker)
        (place.scratch / "word").write_text("go\n")
        run = build.wait(process)
        wanted = {"Waits.First": "Passed", "Waits.ForWord": ABORTED, "Waits.Last": "Passed", "carpool.report": "***Failed"}
        checks.equal(run.words, wanted, "words of ctest")
        checks.that("the broker does not answer any more" in run.outputs["Waits.ForWord"],
                    f"what the entry says: {run.outputs['Waits.ForWord']}")
        checks.that("the broker was lost" in run.outputs["carpool.report"], "what carpool.report says")
        os.kill(guardian, signal.SIGCONT)
        os.kill(broker, signal.SIGCONT)
        checks.equal(place.survivors(), [], "processes once it goes on")
        told = [name for name, _ in build.told()]
        checks.equal(sorted(told), ["Waits.First", "Waits.ForWord", "Waits.Last"], "what has run, once each")


def _when_listed_again(place, build, commands):
    """What the second ctest of a run comes to, which the broker has list the entries."""
    begun = place.scratch / "begun"
    with open(build.directory / "CTestTestfile.cmake", "a", encoding="utf-8") as file:
        file.write(f'if(EXISTS "{begun}")\n{commands}\nendif()\nfile(TOUCH "{begun}")\n')


def listing_fails(checks, options):
    """Nobody tells the broker of locks and of others: no worker outlives its method, and the report says so."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        _when_listed_again(place, build, 'message(FATAL_ERROR "listed once")')
        run = build.ctest("-j1", entries=r"^Tells\.(One|Two|Three)$")
        words = {name: run.words.get(f"Tells.{name}") for name in ("One", "Two", "Three")}
        checks.equal(words, {name: "Passed" for name in words}, "words of ctest")
        checks.equal(len(processes(build.told())), 3, "workers")
        checks.that("ctest --show-only did not tell" in str(run.run().report.get("warnings")),
                    f"warnings of the report: {run.run().report.get('warnings')}")


def listing_left_behind(checks, options):
    """Of a broker that was killed: the next one tidies up, and lets those of living brokers be."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        long_ago = time.time() - 120
        left, held = build.results / "entries-dead", build.results / "entries-alive"
        for folder in (left, held):
            folder.mkdir(parents=True)
            (folder / "tests.json").write_text("{")
            os.utime(folder, (long_ago, long_ago))
        lock = os.open(held, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = build.ctest("-j1", entries=r"^Tells\.One$")
        os.close(lock)
        checks.equal(run.exit_code, 0, "exit code of ctest")
        checks.equal(left.exists(), False, "the folder that nobody holds")
        checks.equal(held.exists(), True, "the folder that somebody holds")


def killed_while_listing(checks, options):
    """The second ctest dies with the broker that has started it."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        _when_listed_again(place, build, f'file(TOUCH "{place.scratch}/listing")\nexecute_process(COMMAND sleep 100)')
        process = build.start("-j1", entries=r"^Tells\.One$")
        if checks.that(place.await_file("listing", process), "the broker's ctest begins to list"):
            os.kill(process_of(place, "carpool broker"), signal.SIGKILL)
        run = build.wait(process)
        checks.equal(run.words.get("Tells.One"), ABORTED, "word of ctest")


def unrecorded_failure(checks, options):
    """Without a broker, too: what nobody has a record of is red, whatever WILL_FAIL makes of a failure."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("fails_and_skips", properties=[["WILL_FAIL", "TRUE"]])
        hide_broker(options, place, build)
        build.results.parent.mkdir(exist_ok=True)
        build.results.write_text("no folder\n")
        run = build.ctest("-j1", entries=r"^Outcomes\.(Fails|Passes)$")
        words = {name: run.words.get(f"Outcomes.{name}") for name in ("Fails", "Passes")}
        checks.equal(words, {"Fails": ABORTED, "Passes": ABORTED}, "words of ctest")


def executable_gone_behind_a_launcher(checks, options):
    """A launcher would say so by an exit code, which WILL_FAIL turns round."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        executable = build.own_executable("tells_its_place")
        build.add("tells_its_place", executable=executable, launcher=["/usr/bin/env", "X=1"],
                  properties=[["WILL_FAIL", "TRUE"]])
        os.unlink(executable)
        for variables in ({"CARPOOL_DIRECT": "1"}, {}):
            run = build.ctest("-j1", entries=r"^Tells\.One$", **variables)
            checks.equal(run.words.get("Tells.One"), ABORTED, f"word of ctest, {variables}")
