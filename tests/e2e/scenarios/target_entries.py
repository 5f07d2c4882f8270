"""GRANULARITY TARGET: one entry for a whole executable."""

from harness.method_build import MethodPlace, processes, statuses

TELLS = {f"Tells.{name}" for name in ("One", "Two", "Three", "Four")}


def target_streams_its_methods(checks, options):
    """ctest -V has a line for each method; the entry is green, and the record whole."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        filtered(build, "Tells*:DISABLED_*", "tells", workers=2)
        run = build.ctest("-V", entries="^tells$")
        checks.equal(run.exit_code, 0, "exit code of ctest")
        checks.equal(run.entries, {"tells": "passed", "carpool.report": "passed"}, "entries")
        for method in [*TELLS, "TellsToo.One", "TellsToo.Two"]:
            lines = [line for line in run.stdout.splitlines() if f"{method} " in line + " " and "carpool" not in line]
            checks.that(len(lines) >= 1, f"a line for {method}")
        wanted = dict.fromkeys([*TELLS, "TellsToo.One", "TellsToo.Two"], "passed")
        wanted |= {"TellsToo.DISABLED_Three": "disabled", "DISABLED_Altogether.One": "disabled"}
        checks.equal(statuses(run.run()), wanted, "the report, with what is disabled")


def filtered(build, test_filter, target, **changes):
    return build.add("tells_its_place", target, "target", test_filter=test_filter, **changes)


def target_keeps_workers(checks, options):
    """REUSE CLASS: a worker for each class; REUSE TARGET: one may serve them all."""
    with MethodPlace(checks, options) as place:
        for reuse, workers in (("class", 2), ("target", 1)):
            build = place.build(reuse)
            filtered(build, "Tells*", reuse, reuse=reuse)
            run = build.ctest(entries=f"^{reuse}$", TOLD_BY=reuse)
            with checks.within(f"REUSE {reuse}"):
                checks.equal(run.exit_code, 0, "exit code of ctest")
                told = [each for each in build.told() if each[1]["TOLD_BY"] == reuse]
                checks.equal(len(told), 6, "methods")
                checks.equal(len(processes(told)), workers, "workers")


def target_uses_its_processors(checks, options):
    """PROCESSORS, or else WORKERS, says how many classes of it run at once."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        filtered(build, "Meets.*", "two", workers=2)
        filtered(build, "Excludes.*", "one", workers=2, properties=[["PROCESSORS", "1"]])
        run = build.ctest("-j4", entries="^(one|two)$")
        if not checks.equal(run.exit_code, 0, "exit code of ctest"):
            print(run.outcome.describe())
        checks.equal(len(processes(build.told(), "Meets.")), 2, "workers that meet")
        checks.equal(len(processes(build.told(), "Excludes.")), 1, "workers with PROCESSORS 1")


def target_with_red_methods(checks, options):
    """One red method makes the entry red; a crash and a time-out cost no other method anything."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("hangs", "hangs", "target", test_filter="HangInMethod.*", test_timeout_ms=1000)
        build.add("crashes_in_methods", "crashes", "target", test_filter="CrashTwice.*:Abort.*")
        build.add("fails_and_skips", "skips", "target", test_filter="AllSkipped.*")
        build.add("fails_and_skips", "disabled", "target", test_filter="AllDisabled.*")
        build.add("fails_in_suite_fixtures", "fixtures", "target", test_filter="TearDownFails.*:SetUpFails.*")
        run = build.ctest("-j2")
        wanted = {"hangs": "failed", "crashes": "failed", "skips": "skipped", "disabled": "disabled",
                  "fixtures": "failed", "carpool.report": "passed"}
        checks.equal(run.entries, wanted, "entries")
        wanted = {
            "HangInMethod.RunsFirst": "passed", "HangInMethod.Hangs": "timed_out", "HangInMethod.RunsNext": "passed",
            "CrashTwice.CrashesFirst": "crashed", "CrashTwice.RunsBetween": "passed",
            "CrashTwice.CrashesAgain": "crashed", "CrashTwice.RunsLast": "passed", "Abort.Crashes": "crashed",
            "Abort.RunsNext": "passed", "AllSkipped.First": "skipped", "AllSkipped.Second": "skipped",
            "TearDownFails.First": "passed", "TearDownFails.Second": "passed", "SetUpFails.First": "not_run",
            "SetUpFails.Second": "not_run",
        }
        checks.equal(statuses(run.run()), wanted, "the report")
        for text in ("HangInMethod.Hangs", "timed_out"):
            checks.that(text in run.outputs["hangs"], f"{text!r} in the entry's output")
        checks.that("could not drop the database" in run.outputs["fixtures"], "the tear-down's words")
        classes = {c["name"]: c["status"] for c in run.run().report["classes"]}
        checks.equal(classes["TearDownFails"], "teardown_failed", "the class whose tear-down fails")
