"""GRANULARITY METHOD: each outcome of a method, as ctest says it and as the report does."""

import re

from harness.method_build import MethodPlace, statuses
from harness.victims import validate_test_list

# How ctest names the signals that a process of its own dies of.
SIGNALS = {6: "Subprocess aborted***Exception:", 9: "Subprocess killed***Exception:", 11: "***Exception: SegFault",
           13: "SIGPIPE***Exception:", 15: "Subprocess terminated***Exception:"}
ABORTED = SIGNALS[6]
WORDS = {"passed": "Passed", "failed": "***Failed", "skipped": "***Skipped", "disabled": "***Not Run (Disabled)",
         "exited": ABORTED, "not_run": ABORTED}
# Those that gave exit() a code which CTest does not take for a pass.
EXITED_WITH_A_CODE = {"ExitThree.Exits", "ExitSkipCode.Exits"}


def methods_end_as_they_would_alone(checks, options):
    """Rows of the table, method for method. Their classes' own ends are another matter."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        wanted, signals, labels = {}, {}, {}
        for name in ("fails_and_skips", "crashes_in_methods", "exits_in_methods", "prints"):
            build.add(name, entry_prefix=f"{name}.")
            for method, expected in expectations(options.victim(name)).items():
                wanted[method] = expected["status"]
                signals[method] = expected.get("signal", 11)
                labels[method] = f"{name}.{method}".replace("DISABLED_", "")
        run = build.ctest("-j2")
        checks.equal(run.exit_code, 8, "exit code of ctest")
        words = {label: run.words.get(label) for label in labels.values()}
        for method, status in wanted.items():
            word = SIGNALS[signals[method]] if status == "crashed" else WORDS[status]
            if method in EXITED_WITH_A_CODE:
                word = "***Failed"
            checks.equal(words[labels[method]], word, f"word of ctest on {method}, which {status}")
        record = run.run()
        seen = {method: status for method, status in statuses(record).items() if method in wanted}
        for method, status in wanted.items():
            checks.equal(seen.get(method), status, f"{method} in the report")
        checks.equal(len(statuses(record)), len(wanted), "methods in the report")
        checks.equal(run.words.get("carpool.report"), "Passed", "red tests are told by their own entries")
        check_outputs(checks, run)


def expectations(row):
    """Of the row's methods: status, signal."""
    expected = {}
    for name, methods in validate_test_list(row.manifest()).items():
        of_class = row.classes.get(name, {})
        for method in methods:
            of_method = of_class.get("methods", {}).get(method, of_class.get("all_methods"))
            if of_class.get("status") == "disabled" or method.startswith("DISABLED_"):
                of_method = "disabled"
            expected[f"{name}.{method}"] = {"status": of_method} if isinstance(of_method, str) else of_method
    return expected


def check_outputs(checks, run):
    """What a person needs to see of a failure is in the entry's output."""
    for entry, pieces in {
        "fails_and_skips.Outcomes.Fails": ["[ RUN      ] Outcomes.Fails", "arithmetic", "fails_and_skips.cpp:",
                                           "[  FAILED  ] Outcomes.Fails"],
        "fails_and_skips.Outcomes.Skips": ["no device", "[  SKIPPED ] Outcomes.Skips"],
        "crashes_in_methods.CrashOnFirst.Crashes": ["no newline before the crash", "SIGSEGV", "TestBody"],
        "exits_in_methods.ExitZero.Exits": ["leaving with zero"],
        "prints.PrintsEverywhere.InOrder": ["1234"],
    }.items():
        for piece in pieces:
            checks.that(piece in run.outputs.get(entry, ""), f"{piece!r} in the output of {entry}: "
                        f"{run.outputs.get(entry)!r}")


def suite_fixtures_of_methods(checks, options):
    """A set-up that fails makes each entry red; a tear-down comes too late for that, and makes carpool.report red."""
    set_ups = {"SetUpFails": "no database today", "SetUpThrows": "thrown in set-up", "SetUpCrashes": "SIGSEGV",
               "SetUpExits": "exit"}
    tear_downs = {"TearDownFails": "could not drop the database", "TearDownThrows": "thrown in tear-down",
                  "TearDownCrashes": "SIGSEGV", "TearDownExits": "exit"}
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("fails_in_suite_fixtures")
        run = build.ctest("-j2", entries=f"^({'|'.join([*set_ups, *tear_downs, 'SetUpOnce'])})")
        checks.equal(run.exit_code, 8, "exit code of ctest")
        for suite, text in set_ups.items():
            for method in ("First", "Second"):
                entry = f"{suite}.{method}"
                checks.equal(run.entries.get(entry), "failed", f"entry {entry}")
                checks.that(text in run.outputs.get(entry, ""), f"{text!r} in the output of {entry}: "
                            f"{run.outputs.get(entry)!r}")
        for suite in [*tear_downs, "SetUpOnce"]:
            checks.equal(run.entries.get(f"{suite}.First"), "passed", f"entry {suite}.First")
        checks.equal(run.entries.get("carpool.report"), "failed", "carpool.report")
        for suite, text in tear_downs.items():
            said = re.search(f"carpool: .*{suite}: .*", run.outputs["carpool.report"])
            checks.that(said, f"{suite} in what carpool.report says")
        classes = {c["name"]: c for c in run.run().report["classes"]}
        for suite in tear_downs:
            checks.equal(classes[suite]["status"], "teardown_failed", f"status of {suite}")
            checks.equal({m["status"] for m in classes[suite]["methods"]}, {"passed"}, f"methods of {suite}")
        for suite in set_ups:
            checks.equal(classes[suite]["status"], "setup_failed", f"status of {suite}")
        checks.equal(classes["SetUpOnce"]["workers_started"], 1, "workers of SetUpOnce")
        torn_down = (place.scratch / "torn_down").read_text()
        checks.equal(torn_down, "torn down\n", "SetUpOnce is torn down, once")


def processes_that_go_wrong_at_exit(checks, options):
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("misbehaves_at_exit")
        run = build.ctest("-j2", entries="^(CrashIn|NonzeroExit|CleanExit|FailsAnd|carpool)")
        classes = {c["name"]: c["status"] for c in run.run().report["classes"]}
        wanted = {"CrashInStaticDestructor": "teardown_failed", "CleanExit": "passed",
                  "NonzeroExitAfterPasses": "teardown_failed", "FailsAndLeavesWithOne": "failed"}
        checks.equal(classes, wanted, "classes")
        checks.equal(run.entries.get("carpool.report"), "failed", "carpool.report")
        checks.equal(run.exit_code, 8, "exit code of ctest")


def limits_of_methods(checks, options):
    """ctest ends the entry, and the worker goes with it, at once."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place", "by_property", entry_prefix="property.", properties=[["TIMEOUT", "3"]],
                  test_timeout_ms=3000)
        build.add("hangs", "ignoring", entry_prefix="ignoring.", properties=[["TIMEOUT", "3"]], test_timeout_ms=3000)
        build.add("tells_its_place", "by_option", entry_prefix="option.", test_timeout_ms=240_000)
        run = build.ctest("-j4", "--timeout", "3",
                          entries=r"^([a-z]+\.Waits\.|ignoring\.HangIgnoringSigterm|ignoring\.HangStopped)")
        checks.equal(run.exit_code, 8, "exit code of ctest")
        wanted = {f"{side}.Waits.{method}": "Passed" for side in ("property", "option") for method in ("First", "Last")}
        wanted |= {"property.Waits.ForWord": "***Timeout", "option.Waits.ForWord": "***Timeout"}
        for suite in ("HangIgnoringSigterm", "HangStopped"):
            wanted |= {f"ignoring.{suite}.Hangs": "***Timeout", f"ignoring.{suite}.RunsNext": "Passed"}
        checks.equal({name: run.words.get(name) for name in wanted}, wanted, "words of ctest")
        report = run.run().report
        seen = {(c["target"], f"{c['name']}.{m['name']}"): m["status"] for c in report["classes"] for m in c["methods"]}
        checks.equal(seen[("by_property", "Waits.ForWord")], "timed_out", "a method over its own limit")
        checks.equal(seen[("ignoring", "HangIgnoringSigterm.Hangs")], "timed_out", "one that ignores SIGTERM")
        checks.equal(seen[("by_option", "Waits.ForWord")], "timed_out", "one that only ctest's --timeout limits")
        for target in ("by_property", "by_option"):
            for method in ("First", "Last"):
                checks.equal(seen[(target, f"Waits.{method}")], "passed", f"{method} of {target}")
        checks.that("waiting for a word" in run.outputs["property.Waits.ForWord"], "output before the end")
