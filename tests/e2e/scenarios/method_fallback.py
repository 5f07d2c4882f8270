"""GRANULARITY METHOD without a broker, and directly, for debuggers."""

import os
import shutil
import signal
import socket
import subprocess

from harness import broker_address
from harness.documents import validate_lines
from harness.method_build import MethodPlace, processes, ran
from scenarios.disk import Skipped
from scenarios.method_outcomes import SIGNALS

TELLS = r"^Tells\.(One|Two)$"


ABORTED = 128 + signal.SIGABRT  # as a shell tells it


def without_a_broker(checks, options):
    """Carpool's runner cannot become a broker: a process for each method, said so in the record."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        for victim in ("tells_its_place", "crashes_in_methods", "exits_in_methods", "fails_and_skips"):
            build.add(victim, entry_prefix=f"{victim}.")
        build.add("fails_and_skips", "code", entry_prefix="code.", properties=[["SKIP_RETURN_CODE", "9"]])
        hide_broker(options, place, build)
        run = build.ctest("-j2", entries=(
            r"^(tells_its_place\.Tells\.(One|Two)|crashes_in_methods\.(CrashOnFirst|Abort|KilledFromOutside)\.Crashes|"
            r"exits_in_methods\.Exit(Zero|Three|SkipCode)\.Exits|[a-z_]+\.Outcomes\.(Passes|Fails|Skips))$"))
        wanted = {
            "tells_its_place.Tells.One": "Passed", "tells_its_place.Tells.Two": "Passed",
            "crashes_in_methods.CrashOnFirst.Crashes": SIGNALS[11],
            "crashes_in_methods.Abort.Crashes": SIGNALS[6],
            "crashes_in_methods.KilledFromOutside.Crashes": SIGNALS[9],
            "exits_in_methods.ExitZero.Exits": "Subprocess aborted***Exception:", "exits_in_methods.ExitThree.Exits": "***Failed",
            "exits_in_methods.ExitSkipCode.Exits": "***Failed",
            "fails_and_skips.Outcomes.Passes": "Passed", "fails_and_skips.Outcomes.Fails": "***Failed",
            "fails_and_skips.Outcomes.Skips": "***Skipped", "code.Outcomes.Skips": "***Skipped",
        }
        checks.equal({name: run.words.get(name) for name in wanted}, wanted, "words of ctest")
        checks.that("arithmetic" in run.outputs["fails_and_skips.Outcomes.Fails"], "the failure's words")
        checks.equal(len(processes(build.told())), 2, "a process for each method")
        report = run.run().report
        checks.that(any("there is no broker" in text for text in report.get("warnings", [])),
                    f"the record says so: {report.get('warnings')}")
        seen = ran(run.run())
        checks.equal(seen["CrashOnFirst.Crashes"], "crashed", "a crash in the report")
        checks.equal(seen["Tells.One"], "passed", "a pass in the report")


def hide_broker(options, place, build):
    """A copy of the installed programs whose `carpool` refuses to be a broker and is itself otherwise."""
    folder = place.root / "executables"
    folder.mkdir(exist_ok=True)
    shutil.copy2(options.carpool.parent / "carpool-exec", folder / "carpool-exec")
    runner = folder / "carpool"
    runner.write_text(f'#!/bin/sh\ntest "$1" = broker && exit 3\nexec "{options.carpool}" "$@"\n')
    runner.chmod(0o755)
    for script in (build.directory / "carpool.tests").rglob("*.cmake"):
        text = script.read_text(encoding="utf-8")
        script.write_text(text.replace(str(options.carpool.parent / "carpool-exec"), str(folder / "carpool-exec")))


def address_taken(checks, options):
    """By another user, or by somebody who is no broker: the method runs without one, and is recorded."""
    for holder, reason in (("another user", "another user has the broker's address"),
                           ("nobody", "no broker would take it")):
        with MethodPlace(checks, options) as place, checks.within(holder):
            build = place.build()
            manifest = build.add("tells_its_place")
            script = 'until test -e "$VICTIM_SCRATCH/word"; do sleep 0.02; done; "$client" "$@"'
            process = place.start(place.by_hand(script, manifest, "Tells.One"))
            impostor = Impostor(broker_address.of_ctest(options, process.pid), as_another=holder == "another user")
            (place.scratch / "word").write_text("go\n")
            outcome = place.wait(process, 60)
            impostor.end()
            if not checks.equal(outcome.exit_code, 0, "exit code"):
                print(outcome.describe())
            checks.equal(len(build.told()), 1, "the method ran")
            runs = sorted((build.results / "runs").iterdir())
            if checks.equal(len(runs), 1, "runs"):
                begin = validate_lines(next(runs[0].glob("journal*.ndjson")))[0]
                checks.that(reason in "".join(begin.get("warnings", [])), f"the reason: {begin.get('warnings')}")


class Impostor:
    """Listens at an address of brokers, and hangs up on all who come."""

    def __init__(self, address, as_another):
        if as_another and os.geteuid() != 0:
            raise Skipped("only root can be another user")
        ready, told = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            if as_another:
                os.setuid(65534)
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(b"\0" + address)
            listener.listen()
            os.write(told, b"x")
            while True:
                listener.accept()[0].close()
        os.read(ready, 1)

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def too_few_files_for_a_broker(checks, options):
    """What the broker cannot do for want of descriptors does not make a method green or lost."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        command = ["sh", "-c", 'ulimit -n 24; exec "$@"', "sh", *build.command("-j1", entries=TELLS)]
        run = build.wait(place.start(command))
        checks.equal(set(run.entries), {"Tells.One", "Tells.Two", "carpool.report"}, "entries")
        seen = {name for name, _ in build.told()}
        green = {name for name, status in run.entries.items() if status == "passed" and name != "carpool.report"}
        checks.equal(green - seen, set(), "green methods that did not run")


def direct_by_variable(checks, options):
    """CARPOOL_DIRECT=1: the test executable itself, just this method, no record."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place", properties=[["ENVIRONMENT", "TOLD_A=1"]])
        build.add("crashes_in_methods")
        run = build.ctest("-j2", entries=r"^(Tells\.(One|Two)|CrashOnFirst\.Crashes)$", CARPOOL_DIRECT="1")
        words = {name: run.words.get(name) for name in ("Tells.One", "Tells.Two", "CrashOnFirst.Crashes")}
        wanted = {"Tells.One": "Passed", "Tells.Two": "Passed", "CrashOnFirst.Crashes": SIGNALS[11]}
        checks.equal(words, wanted, "words of ctest")
        checks.equal(sorted(name for name, _ in build.told()), ["Tells.One", "Tells.Two"], "methods that ran")
        checks.equal({where["TOLD_A"] for _, where in build.told()}, {"1"}, "their environment")
        checks.that("[==========] Running 1 test" in run.outputs["Tells.One"], "GoogleTest's own output")
        checks.equal(run.directory, None, "a record")


def direct_under_a_debugger(checks, options):
    """gdb on the entry's command: the breakpoint in the test's body is reached."""
    if shutil.which("gdb") is None:
        raise Skipped("gdb is not here")
    with MethodPlace(checks, options) as place:
        build = place.build()
        manifest = build.add("fails_and_skips")
        outcome = place.run(
            ["gdb", "-q", "-nx", "-batch", "-ex", "set breakpoint pending on", "-ex", "set startup-with-shell off",
             "-ex", "break Outcomes_Passes_Test::TestBody", "-ex", "run", "-ex", "backtrace 1", "-ex", "continue",
             "--args", options.carpool.parent / "carpool-exec", manifest, "Outcomes.Passes"], 120)
        if "ptrace: Operation not permitted" in outcome.stdout + outcome.stderr:
            raise Skipped("gdb may not trace here")
        checks.that("#0  Outcomes_Passes_Test::TestBody" in outcome.stdout, "the body in gdb's stack")
        checks.that("exited normally" in outcome.stdout, "the test passes")
        if checks.broken:
            print(outcome.describe())


def stale_names(checks, options):
    """An entry of a method that the executable has no more is red."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        manifest = build.add("tells_its_place")
        for method in ("Tells.Nothing", "Nothing", "Tells.*"):
            outcome = place.run_client(manifest, method)
            checks.equal(outcome.exit_code, ABORTED, f"exit code for {method!r}")
        checks.equal(place.run_client().exit_code, 2, "exit code without arguments")
        checks.equal(place.run_client(place.root / "none.json", "Tells.One").exit_code, ABORTED, "no manifest")
        checks.equal(place.run_client(manifest, "Tells.One").exit_code, 0, "by hand")
        os.remove(manifest.parent / "tests.json")
        checks.equal(place.run_client(manifest, "Tells.One").exit_code, ABORTED, "exit code without a test list")


def full_disk_under_a_broker(checks, options):
    """The tests run; that they are not recorded is red, and said."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("prints")
        build.results.mkdir(parents=True)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(build.results)],
                                 capture_output=True, text=True, check=False)
        if mounted.returncode != 0:
            raise Skipped(f"a small tmpfs cannot be mounted here: {mounted.stderr.strip()}")
        try:
            run = build.ctest("-j1", entries=r"^PrintsEverywhere\.|^PrintsBytes\.|^ForgesMarks\.Passes")
            checks.equal(run.exit_code, 8, "exit code of ctest, though every test passes")
            checks.equal(run.entries.get("carpool.report"), "failed", "carpool.report")
            said = run.outputs["carpool.report"]
            checks.that("No space left" in said, f"the cause in what carpool.report says: {said!r}")
            methods = {name: status for name, status in run.entries.items() if name != "carpool.report"}
            checks.equal(set(methods.values()), {"passed"}, "entries: the tests ran, their verdicts are known")
        finally:
            subprocess.run(["umount", "-l", str(build.results)], check=True)


def unwritable_results_under_a_broker(checks, options):
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.results.parent.mkdir()
        build.results.write_text("no folder\n")
        build.add("tells_its_place")
        run = build.ctest("-j1", entries=TELLS)
        checks.equal(run.exit_code, 8, "exit code of ctest, though every test passes")
        checks.equal(len(build.told()), 2, "tests that ran")
        checks.equal(run.entries.get("Tells.One"), "failed", "an entry that is not recorded")
        checks.that("not recorded" in run.outputs["Tells.One"], "what it says")
