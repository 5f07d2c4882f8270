"""GRANULARITY METHOD: several methods, several ctests and several build folders at once."""

from harness.ctest import read_run_of_ctest
from harness.method_build import MethodPlace, processes, ran

TELLS = ("One", "Two", "Three", "Four")


def workers_of_a_class(checks, options):
    """WORKERS says how many methods of a class run at once, whatever -j says."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place", "one", entry_prefix="one.", test_timeout_ms=5000)
        build.add("tells_its_place", "two", entry_prefix="two.", workers=2)
        run = build.ctest("-j4", entries=r"^(one\.Excludes|two\.Meets|one\.Tells|two\.Tells)\.")
        if not checks.equal(run.exit_code, 0, "exit code of ctest"):
            print(run.outcome.describe())
        told = build.told()
        checks.equal(len(processes(told, "Excludes.")), 1, "workers of a class with WORKERS 1")
        checks.equal(len(processes(told, "Meets.")), 2, "workers of a class with WORKERS 2, whose methods meet")
        workers = {(c["target"], c["name"]): c["workers_started"] for c in run.run().report["classes"]}
        checks.equal(workers[("one", "Tells")], 1, "workers of Tells with WORKERS 1")
        checks.that(workers[("two", "Tells")] <= 2, "workers of Tells with WORKERS 2")


def one_ctest_for_each_test(checks, options):
    """As editors start them: all at once, each with a broker and a record of its own."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        others = [MethodPlace(checks, options, "editor") for _ in TELLS]
        started = []
        for method, other in zip(TELLS, others):
            command = build.command(entries=rf"^Tells\.{method}$")
            command[command.index("--output-junit") + 1] = other.root / "junit.xml"
            started.append(other.start(command))
        for method, other, process in zip(TELLS, others, started):
            with checks.within(method), other:
                checks.equal(other.wait(process, 60).exit_code, 0, "exit code of ctest")
                record = read_run_of_ctest(build.directory, process.pid)
                checks.equal(ran(record), {f"Tells.{method}": "passed"}, "the report")
                checks.equal(len(record.workers), 1, "workers")
                lines = (other.scratch / "told").read_text(encoding="utf-8").splitlines()
                checks.equal([line.split("\t")[0] for line in lines], [f"Tells.{method}"], "methods that ran")


def two_ctests_at_once(checks, options):
    """In one build folder, and in two: each method runs once for each, in a worker that only one of them has."""
    with MethodPlace(checks, options) as place:
        one, other = place.build("one"), place.build("other")
        for build in (one, other):
            build.add("tells_its_place", workers=2)
        ctests = [(one, "a"), (one, "b"), (other, "c")]
        started = []
        for build, name in ctests:
            command = build.command("-j2", entries=r"^(Tells|TellsToo|Meets)\.")
            command[command.index("--output-junit") + 1] = place.root / f"{name}.xml"
            scratch = place.root / name
            scratch.mkdir()
            started.append(place.start(command, TOLD_BY=name, VICTIM_SCRATCH=str(scratch)))
        wanted = {f"Tells.{method}": "passed" for method in TELLS}
        wanted |= {f"{name}": "passed" for name in ("TellsToo.One", "TellsToo.Two", "Meets.One", "Meets.Two")}
        workers = []
        for (build, name), process in zip(ctests, started):
            outcome = place.wait(process, 90)
            with checks.within(name):
                if not checks.equal(outcome.exit_code, 0, "exit code of ctest"):
                    print(outcome.describe())
                place.scratch = place.root / name
                told = build.told()
                checks.equal(sorted(method for method, _ in told), sorted(wanted), "methods that ran")
                checks.equal({where["TOLD_BY"] for _, where in told}, {name}, "whose environment they had")
                workers.append(set(processes(told)))
                checks.equal(ran(read_run_of_ctest(build.directory, process.pid)), wanted, "the report")
        checks.equal(len(set().union(*workers)), sum(map(len, workers)), "workers that two of them shared")


def waiting_is_not_counted(checks, options):
    """A method that waits for its class's only worker does not time out by that."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        # Without the locks that keep ctest from starting the second one.
        build.add("tells_its_place", test_timeout_ms=240_000)
        script = build.directory / "carpool.tests" / "tells_its_place" / "entries.cmake"
        text = script.read_text(encoding="utf-8")
        lines = [line for line in text.splitlines(keepends=True) if "RESOURCE_LOCK" not in line]
        script.write_text("".join(lines), encoding="utf-8")
        run = build.ctest("-j4", entries=r"^Excludes\.")
        checks.equal(run.exit_code, 0, "exit code of ctest")
        checks.equal(len(processes(build.told())), 1, "workers")
