"""GRANULARITY METHOD: an idle worker is in nobody's way who would not find a process for each test there."""

from harness.method_build import MethodPlace, classes_that_ran, ran
from scenarios.method_verdicts import set_properties

LOCK = ["RESOURCE_LOCK", "the one place"]


def add_entry(build, name, script, *properties):
    """An entry of the user's own."""
    with open(build.directory / "CTestTestfile.cmake", "a", encoding="utf-8") as file:
        file.write(f'add_test({name} sh -c "{script}")\n')
    if properties:
        set_properties(build, [name], *properties)


def is_free(place):
    return f"test ! -e '{place.scratch}/the one place'"


def check_all_pass(checks, run):
    if not checks.equal(run.exit_code, 0, "exit code of ctest"):
        print(run.outcome.describe())
    checks.equal(set(ran(run.run()).values()), {"passed"}, "the report")
    checks.equal(set(classes_that_ran(run.run()).values()), {"passed"}, "classes")


def workers_of(run, name):
    return sum(c["workers_started"] for c in run.run().report["classes"] if c["name"] == name)


def lock_of_another_class(checks, options):
    """The worker of the class before is gone, and each class still has one worker only."""
    for serial in (False, True):
        with MethodPlace(checks, options) as place, checks.within("RUN_SERIAL" if serial else "RESOURCE_LOCK"):
            build = place.build()
            properties = [["RUN_SERIAL", "TRUE"]] if serial else [LOCK]
            build.add("holds_a_place", properties=properties)
            run = build.ctest("-j4", entries=r"^(Holds\.(One|Two|Three)|HoldsToo)")
            check_all_pass(checks, run)
            checks.that(workers_of(run, "Holds") < 3 or workers_of(run, "HoldsToo") < 2, "workers are shared")


def lock_of_an_entry_that_is_not_ours(checks, options):
    """Its own lock may have been set for a single method; it finds no worker."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("holds_a_place")
        set_properties(build, ["Holds.One", "Holds.Two"], LOCK)
        add_entry(build, "looks", is_free(place), LOCK)
        run = build.ctest("-j2", entries=r"^(Holds\.(One|Two)|looks)$")
        check_all_pass(checks, run)
        checks.equal(run.entries.get("looks"), "passed", "the entry that is not Carpool's")


def isolated_beside_its_class(checks, options):
    """ISOLATE: the process of the method's own does not find the class's worker."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        # Without a lock CTest runs it at the same time as the others, as it does processes.
        build.add("holds_a_place", isolate=["Holds.Alone"], properties=[LOCK])
        run = build.ctest("-j4", entries=r"^Holds\.")
        check_all_pass(checks, run)
        again = build.ctest("-j1", "--schedule-random", entries=r"^Holds\.")
        check_all_pass(checks, again)


def environments_of_a_class(checks, options):
    """Methods of one class with environments of their own: its workers are never two."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("holds_a_place")
        set_properties(build, ["Holds.Two"], ["ENVIRONMENT", "TOLD_A=other"])
        check_all_pass(checks, build.ctest("-j4", entries=r"^Holds\."))


def clean_up_of_a_fixture(checks, options):
    """Of somebody else's, or a method of ours: all workers that need it are gone, and not before the last."""
    for ours in (False, True):
        for arguments, workers in ((("-j2",), 1), (("-j2", "-I", "1,99"), 3)):
            with MethodPlace(checks, options) as place, checks.within(f"ours: {ours}, {arguments}"):
                build = place.build()
                build.add("holds_a_place", "first")
                set_properties(build, [f"Holds.{name}" for name in ("One", "Two", "Three")],
                               ["FIXTURES_REQUIRED", "place;carpool_report"])
                if ours:
                    set_properties(build, ["Looks.PlaceIsFree"], ["FIXTURES_CLEANUP", "place"])
                else:
                    add_entry(build, "looks", is_free(place), ["FIXTURES_CLEANUP", "place"])
                clean_up = "Looks.PlaceIsFree" if ours else "looks"
                entries = rf"^(Holds\.(One|Two|Three)|{clean_up})$"
                run = build.ctest(*arguments, entries=entries)
                check_all_pass(checks, run)
                checks.equal(run.entries.get(clean_up), "passed", "the clean-up")
                checks.equal(workers_of(run, "Holds"), workers, "workers of the class")


def clean_up_behind_several_workers(checks, options):
    """WORKERS 2: both have torn their suite down when the clean-up begins, also where entries are repeated."""
    for arguments in ((), ("--repeat", "until-fail:3")):
        with MethodPlace(checks, options) as place, checks.within(f"{arguments}"):
            build = place.build()
            build.add("tells_its_place", workers=2, properties=[["FIXTURES_REQUIRED", "place"]])
            add_entry(build, "shut", f"echo shut >> '{place.scratch}/told'", ["FIXTURES_CLEANUP", "place"])
            check_all_pass(checks, build.ctest("-j4", *arguments, entries=r"^TearsDown\."))
            told = [name for name, _ in build.told()]
            first = told.index("shut")
            checks.that(told[first - 1] == "tear-down", f"a tear-down comes before the clean-up: {told}")
            checks.equal("tear-down" in told[first:], False, f"none comes behind it: {told}")


def entry_that_depends(checks, options):
    """DEPENDS: what is torn down with the suite is torn down when the entry behind it begins."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("holds_a_place")
        add_entry(build, "looks", is_free(place), ["DEPENDS", "Holds.One;Holds.Two;Holds.Three"])
        set_properties(build, ["Looks.PlaceIsFree"], ["DEPENDS", "HoldsToo.One"])
        run = build.ctest("-j1", entries=r"^(Holds\.(One|Two|Three)|HoldsToo\.One|looks|Looks)")
        # Without a lock, Holds and HoldsToo are in each other's way by their own fault.
        for entry in ("looks", "Looks.PlaceIsFree"):
            checks.equal(run.entries.get(entry), "passed", f"entry {entry}")
        checks.equal(workers_of(run, "Holds"), 1, "workers of the class")


def log_of_the_ctest(checks, options):
    """Asking for the entries leaves the log of the ctest that runs as it was."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        build.ctest("-j2", entries=r"^Tells\.")
        log = (build.directory / "Testing/Temporary/LastTest.log").read_text(encoding="utf-8")
        for name in ("Tells.One", "Tells.Two", "Tells.Three", "Tells.Four", "carpool.report"):
            checks.equal(log.count(f" Testing: {name}\n"), 1, f"{name} in LastTest.log")
        checks.equal("\0" in log, False, "a hole in LastTest.log")
        checks.equal([f.name for f in build.results.iterdir() if f.name.startswith("entries-")], [], "files left")
