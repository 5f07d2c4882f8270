"""Several runs at once in one build folder, and what a person sees of a run."""

from harness.ctest import ctest_command, entry_results, read_run_of_ctest
from harness.documents import validate
from harness.record import read_json
from harness.report_check import check_report
from harness.victims import copy_manifest, validate_test_list
from harness.workplace import Workplace

AT_ONCE = 4


def ctests_at_once(checks, options):
    """Each ctest has a run of its own with everything in it, and the last report is a whole one."""
    victim = options.victim("well_behaved")
    listed = validate_test_list(victim.manifest())
    places = [Workplace("together") for _ in range(AT_ONCE)]
    try:
        started = [
            place.start(ctest_command(options.build, r"^well_behaved\.", place.root / "junit.xml"))
            for place in places
        ]
        for place, process in zip(places, started):
            outcome = place.wait(process, 120)
            if not checks.equal(outcome.exit_code, 0, "exit code"):
                print(outcome.describe())
            seen = entry_results(place.root / "junit.xml")
            checks.equal(
                {name: status for name, status in seen.items() if name.startswith("well_behaved.")},
                {f"well_behaved.{name}": "passed" for name in listed}, "entries")
            run = read_run_of_ctest(options.build, process.pid)
            if checks.that(run is not None, "a run directory of its own"):
                wanted = {("well_behaved", name): methods for name, methods in listed.items()}
                check_report(checks, run, wanted)
                checks.equal(len(run.journals), len(listed), "journals, one for each entry")
            checks.equal(place.survivors(), [], "processes left behind")
        validate(options.build / "Testing" / "Carpool" / "report.json")
    finally:
        for place in places:
            place.__exit__()


def output_through_ctest(checks, options):
    """What a method prints is there with -V, and the failure with --output-on-failure."""
    with Workplace("output") as place:
        junit = place.root / "junit.xml"
        command = ctest_command(options.build, r"^prints\.PrintsEverywhere$", junit)
        outcome = place.run([*command, "-V"], 60)
        for text in ("printf without newline", "cout without newline", "cerr", "write(1)", "1234"):
            checks.that(text in outcome.stdout, f"{text!r} with ctest -V")
        command = ctest_command(options.build, r"^fails_and_skips\.Outcomes$", junit)
        outcome = place.run([*command, "--output-on-failure"], 60)
        for text in ("Outcomes.Fails", "arithmetic", "fails_and_skips.cpp", "Outcomes.FailsInThread"):
            checks.that(text in outcome.stdout, f"{text!r} with ctest --output-on-failure")


def summary_for_people(checks, options):
    """carpool run ends with the failures, one summary line, and the command that reruns them."""
    victim = options.victim("fails_and_skips")
    with Workplace("summary") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results))
        outcome = place.run([options.carpool, "run", "--manifest", manifest], 60)
        checks.equal(outcome.exit_code, 1, "exit code")
        text = outcome.stdout + outcome.stderr
        for piece in ("Outcomes.Fails", "arithmetic", "--method"):
            checks.that(piece in text, f"{piece!r} in what is printed")
        checks.that("\x1b" not in text, "no escape sequences where it is no terminal")


def output_in_order_on_screen(checks, options):
    """A runner that finds a method's output together with the ends of those before it tells these first."""
    victim = options.victim("outruns_its_runner")
    with Workplace("order") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results))
        outcome = place.run([options.carpool, "run", "--manifest", manifest, "--jobs", "1"], 60)
        checks.equal(outcome.exit_code, 0, "exit code")
        wanted = ("Outruns.StopsTheRunner", "Outruns.IsSilent", "later output", "Outruns.Prints",
                  "Outruns.LetsTheRunnerGoOn")
        seen = [words for line in outcome.stdout.splitlines() for words in wanted if words in line]
        checks.equal(seen, list(wanted), "order on the screen")


def stacks_on_screen(checks, options):
    """The screen shows a crash's frames down to the test's body; the report has them all."""
    victim = options.victim("crashes_in_methods")
    with Workplace("stacks") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results))
        outcome = place.run([options.carpool, "run", "--manifest", manifest, "--method", "CrashOnFirst.Crashes"], 60)
        checks.equal(outcome.exit_code, 1, "exit code")
        shown = outcome.stdout.partition("stacks:\n")[2].partition("[  crashed")[0].splitlines()
        method = read_json(place.results / "report.json")["classes"][0]["methods"][0]
        whole = method["stacks"].splitlines()
        checks.that("::TestBody" in "".join(shown[-2:-1]), f"the last frame is the body: {shown}")
        checks.equal(shown[:-1], whole[: len(shown) - 1], "frames")
        checks.equal(shown[-1:], [f"[{len(whole) - len(shown) + 1} more frames, in the report]"], "the last line")


def trace_of_the_protocol(checks, options):
    victim = options.victim("well_behaved")
    with Workplace("trace") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results))
        outcome = place.run(
            [options.carpool, "run", "--manifest", manifest, "--class", "Gamma"], 60,
            CARPOOL_TRACE="1")
        checks.equal(outcome.exit_code, 0, "exit code")
        for line in ("< hello", "< ready", "> run", "< started", "< finished", "> retire", "< bye"):
            checks.that(line in outcome.stderr, f"{line} in the trace")
