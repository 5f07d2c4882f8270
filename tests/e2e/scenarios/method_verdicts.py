"""GRANULARITY METHOD: no property of an entry turns a method green that has said nothing of itself."""

import os
import signal
import time

from harness.method_build import MethodPlace, ran
from scenarios.method_kills import await_method, process_of

ABORTED = "Subprocess aborted***Exception:"
# Each would make an entry green that ends with any exit code.
TURNED_ROUND = {"will_fail": [["WILL_FAIL", "TRUE"]], "pattern": [["PASS_REGULAR_EXPRESSION", "."]],
                "both": [["WILL_FAIL", "TRUE"], ["FAIL_REGULAR_EXPRESSION", "."]]}


def set_properties(build, entries, *properties):
    """As a user does for single entries, in a script that ctest includes."""
    words = " ".join(f"{name} [==[{value}]==]" for name, value in properties)
    with open(build.directory / "CTestTestfile.cmake", "a", encoding="utf-8") as file:
        for entry in entries:
            file.write(f"set_tests_properties([==[{entry}]==] PROPERTIES {words})\n")


def red_without_a_verdict(checks, options):
    """What the methods did not say, no property can turn round; what they said, it can."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        for name, properties in TURNED_ROUND.items():
            build.add("fails_in_suite_fixtures", f"{name}_set_up", entry_prefix=f"{name}.", properties=properties)
            build.add("exits_in_methods", f"{name}_exit", entry_prefix=f"{name}.", properties=properties)
            build.add("crashes_in_every_method", f"{name}_crash", entry_prefix=f"{name}.", properties=properties)
        build.add("exits_in_methods", "later", entry_prefix="later.")
        set_properties(build, ["later.ExitZero.Exits", "later.ExitThree.Exits"], ["WILL_FAIL", "TRUE"])
        run = build.ctest("-j2", entries=r"\.(SetUpFails\.First|SetUpExits\.First|Exit(Zero|Three)\.Exits|All/Crash.*)$")
        checks.equal(run.exit_code, 8, "exit code of ctest")
        wanted = {"later.ExitZero.Exits": ABORTED, "later.ExitThree.Exits": "Passed"}
        for name in TURNED_ROUND:
            wanted |= {f"{name}.SetUpFails.First": ABORTED, f"{name}.SetUpExits.First": ABORTED,
                       f"{name}.ExitZero.Exits": ABORTED, f"{name}.ExitThree.Exits": "Passed"}
        checks.equal({name: run.words.get(name) for name in wanted}, wanted, "words of ctest")
        # Ten workers are lost, then the class is given up: the last two methods are never run.
        crashes = {name: word for name, word in run.words.items() if ".All/Crash" in name}
        checks.equal(len(crashes), 12 * len(TURNED_ROUND), "entries that crash")
        for name, word in crashes.items():
            checks.one_of(word, [ABORTED, "***Exception: SegFault"], f"word of ctest on {name}")
        checks.equal(list(crashes.values()).count(ABORTED), 2 * len(TURNED_ROUND), "entries of a class that was given up")
        checks.that("came to no verdict" in run.outputs["later.ExitZero.Exits"], "the entry says why it is aborted")


def red_where_nothing_runs(checks, options):
    """Executable, manifest or list are gone or broken: red all the same under WILL_FAIL."""
    properties = [["WILL_FAIL", "TRUE"]]

    def lose_executable(manifest, executable):
        os.unlink(executable)

    def lose_manifest(manifest, executable):
        manifest.unlink()

    def break_manifest(manifest, executable):
        manifest.write_text('{"schema": "carpool/manifest/v1"')

    def lose_list(manifest, executable):
        (manifest.parent / "tests.json").unlink()

    def break_executable(manifest, executable):
        with open(executable, "w", encoding="utf-8") as file:
            file.write("no program\n")

    for harm in (lose_executable, lose_manifest, break_manifest, lose_list, break_executable):
        with MethodPlace(checks, options) as place, checks.within(harm.__name__):
            build = place.build()
            executable = build.own_executable("tells_its_place")
            manifest = build.add("tells_its_place", executable=executable, properties=properties)
            harm(manifest, executable)
            run = build.ctest("-j1", entries=r"^Tells\.(One|Two)$")
            checks.equal(run.exit_code, 8, "exit code of ctest")
            words = {name: run.words.get(name) for name in ("Tells.One", "Tells.Two")}
            checks.equal(words, {"Tells.One": ABORTED, "Tells.Two": ABORTED}, "words of ctest")
            if harm is break_executable:
                continue  # a shell takes it for a script, here as under CTest itself
            direct = build.ctest("-j1", entries=r"^Tells\.One$", CARPOOL_DIRECT="1")
            checks.equal(direct.words.get("Tells.One"), ABORTED, "word of ctest on an entry that becomes the test")


def red_where_the_broker_is_lost(checks, options):
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place", properties=[["WILL_FAIL", "TRUE"]])
        for number in (signal.SIGKILL, signal.SIGTERM):
            with checks.within(number.name):
                (place.scratch / "waiting").unlink(missing_ok=True)
                process = build.start("-j1", entries=r"^Waits\.ForWord$")
                if await_method(checks, place, process):
                    os.kill(process_of(place, "carpool broker"), number)
                run = build.wait(process)
                checks.equal(run.words.get("Waits.ForWord"), ABORTED, "word of ctest")
                checks.equal(run.exit_code, 8, "exit code of ctest")


def properties_of_single_entries(checks, options):
    """TIMEOUT and SKIP_RETURN_CODE, set where only CTest sees them."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place", "waits", entry_prefix="short.", properties=[["TIMEOUT", "200"]],
                  test_timeout_ms=200_000)
        set_properties(build, ["short.Waits.ForWord"], ["TIMEOUT", "2"])
        build.add("fails_and_skips", "skips", entry_prefix="skip.")
        build.add("exits_in_methods", "exits", entry_prefix="skip.")
        set_properties(build, ["skip.Outcomes.Skips", "skip.Outcomes.Fails", "skip.ExitThree.Exits"],
                       ["SKIP_RETURN_CODE", "3"])
        run = build.ctest("-j4", entries=r"(Waits\.ForWord|Outcomes\.(Skips|Fails)|ExitThree\.Exits)$")
        wanted = {"short.Waits.ForWord": "***Timeout", "skip.Outcomes.Skips": "***Skipped",
                  "skip.Outcomes.Fails": "***Failed", "skip.ExitThree.Exits": "***Skipped"}
        checks.equal({name: run.words.get(name) for name in wanted}, wanted, "words of ctest")
        methods = {(c["target"], f"{c['name']}.{m['name']}"): m
                   for c in run.run().report["classes"] for m in c["methods"]}
        method = methods[("waits", "Waits.ForWord")]
        checks.equal(method["status"], "timed_out", "status")
        checks.that("did not end within 2 s" in str(method), f"the entry's own limit in {method}")
        checks.equal(methods[("skips", "Outcomes.Skips")]["status"], "skipped", "a skip")


def longer_limit_of_a_single_entry(checks, options):
    """The limit of the target's other entries ends nothing that CTest lets go on."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place", properties=[["TIMEOUT", "1"]], test_timeout_ms=1000)
        set_properties(build, ["Waits.ForWord"], ["TIMEOUT", "100"])
        process = build.start("-j1", entries=r"^Waits\.ForWord$")
        if await_method(checks, place, process):
            time.sleep(2.5)
            (place.scratch / "word").write_text("go\n")
        run = build.wait(process)
        checks.equal(run.words.get("Waits.ForWord"), "Passed", "word of ctest")
        checks.equal(ran(run.run()), {"Waits.ForWord": "passed"}, "the report")


def limit_that_ctest_does_not_keep(checks, options):
    """No TIMEOUT, no --timeout: the limit of the target is kept by the broker."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place", test_timeout_ms=1500)
        run = build.ctest("-j1", entries=r"^Waits\.")
        words = {name: run.words.get(f"Waits.{name}") for name in ("First", "ForWord", "Last")}
        checks.equal(words, {"First": "Passed", "ForWord": ABORTED, "Last": "Passed"}, "words of ctest")
        wanted = {"Waits.First": "passed", "Waits.ForWord": "timed_out", "Waits.Last": "passed"}
        checks.equal(ran(run.run()), wanted, "the report")


def limit_after_a_match(checks, options):
    """TIMEOUT_AFTER_MATCH: known where PROPERTIES say it; elsewhere nobody but CTest knows, and the record says so."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        value = ["TIMEOUT_AFTER_MATCH", "1;waiting for a word"]
        build.add("tells_its_place", "known", entry_prefix="known.", properties=[value])
        build.add("tells_its_place", "unknown", entry_prefix="unknown.")
        set_properties(build, ["unknown.Waits.ForWord"], value)
        run = build.ctest("-j2", entries=r"Waits\.ForWord$")
        words = {name: run.words.get(f"{name}.Waits.ForWord") for name in ("known", "unknown")}
        checks.equal(words, {"known": "***Timeout", "unknown": "***Timeout"}, "words of ctest")
        statuses = {c["target"]: c["methods"] for c in run.run().report["classes"]}
        found = {name: [m for m in methods if m["name"] == "ForWord"][0] for name, methods in statuses.items()
                 if name in words}
        checks.equal(found["known"]["status"], "timed_out", "status where it is known")
        checks.equal(found["unknown"]["status"], "interrupted", "status where it is not")
        checks.that("TIMEOUT_AFTER_MATCH" in str(found["unknown"]), "the record says what else it may be")
        checks.equal(set(ran(run.run())), {"Waits.ForWord"}, "methods")
