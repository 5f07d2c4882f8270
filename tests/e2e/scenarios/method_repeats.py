"""GRANULARITY METHOD: what runs again, in which worker, and what is reported of it."""

from harness.method_build import MethodPlace, classes_that_ran, processes, ran


def repeated_until(checks, options):
    """Each attempt of ctest's own has a fresh worker."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        for arguments, method, attempts, entry, status in (
            (("--repeat", "until-pass:3"), "PassesInThird", 3, "passed", "flaky"),
            (("--repeat", "until-fail:3"), "FailsInThird", 3, "failed", "failed"),
            (("--repeat", "after-timeout:2", "--timeout", "3"), "HangsOnce", 2, "passed", "flaky"),
            (("--repeat", "until-pass:2"), "CrashesOnce", 2, "passed", "flaky"),
        ):
            with checks.within(" ".join(arguments)):
                run = build.ctest(*arguments, entries=rf"^Repeated\.{method}$")
                checks.equal(run.entries.get(f"Repeated.{method}"), entry, "the entry")
                checks.equal(run.exit_code, 0 if entry == "passed" else 8, "exit code of ctest")
                told = [each for each in build.told() if each[0] == f"Repeated.{method}"]
                checks.equal(len(told), attempts, "attempts")
                checks.equal(len(processes(told)), attempts, "workers, a fresh one for each attempt")
                record = run.run()
                checks.equal(ran(record), {f"Repeated.{method}": status}, "the report")
                check_attempts(checks, record, method, status, attempts)


def check_attempts(checks, record, method, status, attempts):
    """What had failed before is told with the last one; what had passed before is a run of its own."""
    of_class = next(c for c in record.report["classes"] if c["name"] == "Repeated")
    reported = of_class["methods"][0]
    if status == "flaky":
        checks.equal(reported["attempts"], attempts, "attempts in the report")
    else:
        checks.equal(len(of_class.get("earlier_runs", [])), attempts - 1, "earlier runs in the report")
    journaled = record.classes[("tells_its_place", "Repeated")].attempts[method]
    checks.equal(len(journaled), attempts, "records in the journal")


def repeated_passes(checks, options):
    """until-fail over a class that always passes: three runs of each method, none in one worker twice."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place", workers=2)
        run = build.ctest("-j2", "--repeat", "until-fail:3", entries=r"^Tells\.")
        checks.equal(run.exit_code, 0, "exit code of ctest")
        told = [(name, where["process"]) for name, where in build.told()]
        checks.equal(len(told), 12, "runs of four methods")
        checks.equal(len(set(told)), 12, "runs of a method in workers that did not know it")
        wanted = {f"Tells.{name}": "passed" for name in ("One", "Two", "Three", "Four")}
        checks.equal(ran(run.run()), wanted, "the report")


def retries_of_methods(checks, options):
    """RETRIES: within one entry, in a fresh process; a pass then is flaky, and green."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("flaky")
        run = build.ctest("-j1")
        checks.equal(run.exit_code, 8, "exit code of ctest")
        methods = options.victim("flaky").classes
        for name, of_class in methods.items():
            for method, expected in of_class["methods"].items():
                status = expected if isinstance(expected, str) else expected["status"]
                entry = "passed" if status in ("passed", "flaky") else "failed"
                checks.equal(run.entries.get(f"{name}.{method}"), entry, f"entry {name}.{method}")
                checks.equal(ran(run.run()).get(f"{name}.{method}"), status, f"{name}.{method} in the report")
        checks.that("carpool: flaky: passed in attempt 3 only" in run.outputs["Flaky.FailsTwice"], "words of the entry")
        checks.that("SegFault" in run.words["StillFails.Crashes"], "the last attempt's signal is the entry's")


def isolated_and_recycled(checks, options):
    with MethodPlace(checks, options) as place:
        for target, changes, workers in (
            # The class's own worker makes room for the second, and the fourth gets another.
            ("isolated", {"isolate": ["Tells.T*"]}, 4),
            ("processes", {"isolation": "process"}, 4),
            ("recycled", {"recycle_after": 2}, 2),
            ("shared", {}, 1),
        ):
            build = place.build(target)
            build.add("tells_its_place", target, **changes)
            run = build.ctest("-j1", entries=r"^Tells\.", TOLD_FOR=target)
            with checks.within(target):
                checks.equal(run.exit_code, 0, "exit code of ctest")
                told = [each for each in build.told() if each[1].get("TOLD_FOR") == target]
                checks.equal(len(told), 4, "methods")
                checks.equal(len(processes(told)), workers, "workers")
                of_class = next(c for c in run.run().report["classes"] if c["name"] == "Tells")
                checks.equal((of_class["status"], of_class["workers_started"]), ("passed", workers), "the report")


def one_worker_for_a_target(checks, options):
    """REUSE TARGET: it goes on to the next class, tearing the last one down; one that fails in that is told of."""
    with MethodPlace(checks, options) as place:
        for mode, report in (("", "passed"), ("tear-down fails", "failed")):
            build = place.build(report)
            build.add("tells_its_place", report, reuse="target")
            run = build.ctest("-j1", entries=r"^(Tells|TellsToo|TearsDown)\.", TOLD_FOR=report, VICTIM_MODE=mode)
            with checks.within(report):
                checks.equal(run.entries.get("carpool.report"), report, "carpool.report")
                methods = {name: status for name, status in run.entries.items() if name != "carpool.report"}
                checks.equal(set(methods.values()), {"passed", "disabled"}, "entries")
                told = [each for each in build.told() if each[1].get("TOLD_FOR") == report]
                checks.equal([name for name, _ in told].count("tear-down"), 1, "tear-downs")
                if report == "passed":
                    checks.equal(len(processes(told)), 1, "workers")
                status = "passed" if report == "passed" else "teardown_failed"
                wanted = {"Tells": "passed", "TellsToo": "passed", "TearsDown": status}
                checks.equal(classes_that_ran(run.run()), wanted, "classes")


def failed_ones_again(checks, options):
    """--rerun-failed, --schedule-random and --stop-on-failure know the methods."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("fails_and_skips")
        first = build.ctest("-j2", "--schedule-random", entries=r"^(Outcomes|ThrowingFixture|SomeDisabled)\.")
        failed = {name for name, status in first.entries.items() if status == "failed"}
        checks.that("Outcomes.Fails" in failed and "ThrowingFixture.InSetUp" in failed, f"what failed: {failed}")
        command = [*build.command()[:3], "--rerun-failed", "--output-junit", place.root / "junit.xml"]
        again = build.wait(place.start(command))
        checks.equal(set(again.entries) - {"carpool.report"}, failed, "what runs again")
        checks.equal(set(ran(again.run())), failed, "methods in the report")
        stopped = build.ctest("--stop-on-failure", entries=r"^Outcomes\.(Passes|Fails|FailsTwice)$")
        checks.equal(stopped.entries.get("Outcomes.Fails"), "failed", "the entry at which ctest stops")
        checks.equal(place.survivors(), [], "processes left behind, the broker that writes the report")
        checks.that((stopped.directory / "report.json").exists(), "a report although ctest leaves the clean-up out")
