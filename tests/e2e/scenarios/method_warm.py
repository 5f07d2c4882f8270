"""CARPOOL_KEEP_WARM: the workers of one ctest serve the next."""

import os
import signal

from harness import broker_address
from harness.documents import validate
from harness.method_build import SECONDS, MethodPlace, classes_that_ran, processes, ran
from scenarios.method_kills import process_of, vanishes

WARM = {"CARPOOL_KEEP_WARM": "5"}
LONG = {"CARPOOL_KEEP_WARM": "120"}


def kept_warm(checks, options):
    """The second ctest pays no start-up, its record is its own, and after its time nothing is left."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        manifest = build.add("tells_its_place")
        runs = []
        for _ in range(2):
            runs.append(build.ctest(entries=r"^Tells\.(One|Two)$", **WARM))
            await_warm(checks, options, manifest)
        workers = processes(build.told())
        checks.equal(len(workers), 1, "workers of both")
        for number, run in enumerate(runs):
            with checks.within(f"ctest {number}"):
                checks.equal(run.exit_code, 0, "exit code of ctest")
                checks.equal(ran(run.run()), {"Tells.One": "passed", "Tells.Two": "passed"}, "the report")
                started = len(run.run().workers)
                checks.equal(started, 1 - number, "workers started")
        checks.that(runs[0].directory != runs[1].directory, "a record for each")
        other = build.ctest(entries=r"^Tells\.Three$", TOLD_A="other", **WARM)
        checks.equal(other.exit_code, 0, "exit code of ctest")
        told = dict(build.told())["Tells.Three"]
        checks.that(told["process"] not in workers and told["TOLD_A"] == "other", "another environment, another worker")
        # The context insists that broker and workers go by themselves.


def await_warm(checks, options, manifest):
    """The broker has seen that its ctest is gone, and waits for another one's clients."""
    address = broker_address.of_warm(options, manifest)
    checks.that(broker_address.await_listener(address), "the broker is there for the next ctest")


def warm_and_built_anew(checks, options):
    """A rebuilt executable gets new workers at once, and so does one that was configured anew."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        executable = build.own_executable("tells_its_place")
        manifest = build.add("tells_its_place", executable=executable)
        checks.equal(build.ctest(entries=r"^Tells\.One$", **LONG).exit_code, 0, "exit code of ctest")
        await_warm(checks, options, manifest)
        old = int(processes(build.told())[0])
        checks.that(os.path.exists(f"/proc/{old}"), "the worker waits")
        replace(executable)
        build.discover(manifest)
        run = build.ctest(entries=r"^Tells\.One$", **LONG)
        checks.equal(run.exit_code, 0, "exit code of ctest")
        checks.equal(len(processes(build.told())), 2, "workers")
        checks.that(vanishes(old), "the worker of the old executable ends")
        checks.equal(len(run.run().workers), 1, "workers started by the second")
        await_warm(checks, options, manifest)
        text = manifest.read_bytes()  # as configuring anew does, with other options, say
        manifest.unlink()
        manifest.write_bytes(text)
        checks.equal(build.ctest(entries=r"^Tells\.One$", **LONG).exit_code, 0, "exit code of ctest")
        checks.equal(len(processes(build.told())), 3, "workers")
        await_warm(checks, options, manifest)
        os.kill(process_of(place, "carpool broker"), signal.SIGTERM)


def replace(executable):
    """Another file of the same name, as a linker leaves it."""
    with open(executable, "rb") as file:
        text = file.read()
    os.unlink(executable)
    with open(executable, "wb") as file:
        file.write(text + b"\0")
    os.chmod(executable, 0o755)


def warm_and_torn_down_late(checks, options):
    """The tear-down of a kept worker fails when its ctest is over: told by the next that ends it, or by itself."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        manifest = build.add("tells_its_place")
        mode = {"VICTIM_MODE": "tear-down fails"}
        first = build.ctest(entries=r"^TearsDown\.One$", **mode, **LONG)
        await_warm(checks, options, manifest)
        checks.equal(first.entries, {"TearsDown.One": "passed", "carpool.report": "passed"}, "entries of the first")
        # Another class: the next ctest ends all workers, those that it did not use as well.
        second = build.ctest(entries=r"^Tells\.One$", **mode)
        checks.equal(second.entries, {"Tells.One": "passed", "carpool.report": "failed"}, "entries of the second")
        checks.that("TearsDown" in second.outputs["carpool.report"], "the class is named")
        wanted = {"Tells": "passed", "TearsDown": "teardown_failed"}
        checks.equal(classes_that_ran(second.run()), wanted, "classes of the second")
        checks.equal(place.survivors(), [], "processes left behind")

        third = build.ctest(entries=r"^TearsDown\.Two$", **mode, **LONG)
        checks.equal(third.exit_code, 0, "exit code of the third")
        checks.equal(classes_that_ran(third.run()), {"TearsDown": "passed"}, "classes, while its worker lives")
        os.kill(process_of(place, "carpool broker"), signal.SIGTERM)
        checks.equal(place.survivors(), [], "processes left behind")
        wanted = {"TearsDown": "teardown_failed"}
        checks.equal(classes_that_ran(third.run()), wanted, "classes, now that it has gone wrong")
        checks.equal(ran(third.run()), {"TearsDown.Two": "passed"}, "methods")
        checks.equal(validate(build.results / "report.json"), third.run().report, "the last report")
        checks.equal(len(list((build.results / "runs").iterdir())), 3, "runs")


def warm_and_torn_down_well(checks, options):
    """A kept worker that ends as it should leaves no record beyond those of the ctests that used it."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        build.ctest(entries=r"^TearsDown\.", **LONG)
        checks.equal([name for name, _ in build.told()], ["TearsDown.One", "TearsDown.Two"], "no tear-down yet")
        os.kill(process_of(place, "carpool broker"), signal.SIGTERM)
        checks.equal(place.survivors(), [], "processes left behind")
        checks.equal(build.told()[-1][0], "tear-down", "what comes last")
        checks.equal(len(list((build.results / "runs").iterdir())), 1, "runs")


def warm_workers_of_two_builds(checks, options):
    """A second ctest while the first still runs gets a broker of its own; so does one in another folder."""
    with MethodPlace(checks, options) as place:
        one, other = place.build("one"), place.build("other")
        for build in (one, other):
            build.add("tells_its_place")
        for build in (one, other):
            build.ctest(entries=r"^Tells\.One$", **WARM)
        checks.equal(len(processes(one.told())), 2, "workers")
        process = one.start(entries=r"^Waits\.ForWord$", **WARM)
        checks.that(place.await_file("waiting", process), "the method begins to wait")
        again = place.run([*one.command()[:3], "-R", r"^Tells\.Two$"], SECONDS, **WARM)
        checks.equal(again.exit_code, 0, "exit code of a ctest beside it")
        (place.scratch / "word").write_text("go\n")
        checks.equal(one.wait(process).exit_code, 0, "exit code of the one that waited")
