"""Names of every kind: discovered, selected exactly, reported and registered as they are."""

import json
import subprocess

from harness.ctest import ctest_command, entry_results, read_run_of_ctest
from harness.record import RunRecord
from harness.report_check import check_report
from harness.victims import copy_manifest, validate_test_list
from harness.workplace import Workplace

# As in odd_names.cpp, in its order.
VALUES = [
    ";", "[", "]", '"', "'", "\\", "\\\\", "$", "${HOME}", "$<0:no>", "]==]", "#", "#hash", "%",
    "@x@", "{", "}", ",", "*", "?", ":", "-", " both ", "tab\there", "new\nline", "\u00fc\u4f60", "",
    "a;b;c", "[[", "]]", "]=]", "(", ")", "&", "|", "<", ">", "`", "!", "~", "%20", "\r",
    "--method", "a*b", "One", "One*",
]
LONG = "l" * 5000


def odd_names_discovered(checks, options):
    manifest = options.victim("odd_names").manifest()
    listed = validate_test_list(manifest)
    with open(manifest["test_list"], encoding="utf-8") as file:
        classes = {c["name"]: c["methods"] for c in json.load(file)["classes"]}
    parameters = [method.get("value_parameter") for method in classes["All/OddValues"]]
    checks.equal(len(parameters), len(VALUES), "methods of the parameterised suite")
    wanted = [value for value in VALUES if value] + [LONG]
    checks.equal(listed["RegisteredNames"], wanted, "registered names")
    checks.equal(len(listed["Long/OddValues"]), 1, "the long one")
    cut, whole = classes["LongParameters"]
    checks.equal(cut["type_parameter"], "t" * 65536 + f"... ({(5 << 20) - 65536} bytes left out)",
                 "a type that is too long")
    checks.equal(cut["value_parameter"],
                 "v" + "\u00fc" * 32767 + f"... ({(5 << 20) + 1 - 65535} bytes left out)",
                 "a value that is too long")
    checks.equal(whole["value_parameter"], "v" * 65536, "a value that is just short enough")


def odd_names_run(checks, options):
    victim = options.victim("odd_names")
    with Workplace("names") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results))
        outcome = place.run([options.carpool, "run", "--manifest", manifest], 60)
        if not checks.equal(outcome.exit_code, 0, "exit code"):
            print(outcome.describe())
        run = RunRecord(next((place.results / "runs").glob("*")))
        place.run([options.carpool, "report", "--run", run.directory], 60)
        run.read_report()
        listed = validate_test_list(victim.manifest())
        check_report(checks, run, {("odd_names", name): methods for name, methods in listed.items()})
        values = run.classes[("odd_names", "All/OddValues")]
        for method, value in zip(listed["All/OddValues"], VALUES):
            seen = [attempt.output_text for attempt in values.terminal_records(method)]
            checks.equal(seen, [f"<{value}>\n"], f"output of {method}")
        registered = run.classes[("odd_names", "RegisteredNames")]
        for name in listed["RegisteredNames"]:
            seen = [attempt.output_text for attempt in registered.terminal_records(name)]
            checks.equal(seen, [f"<{name}>\n"], f"output of {name!r}")


def odd_names_selected(checks, options):
    """One at a time: exactly that method runs, whatever its name would mean elsewhere."""
    victim = options.victim("odd_names")
    listed = validate_test_list(victim.manifest())
    with Workplace("names") as place:
        for number, (suite, methods) in enumerate(listed.items()):
            for position, method in enumerate(methods):
                results = place.root / f"results-{number}-{position}"
                manifest = copy_manifest(
                    victim.manifest(), place.root, results_directory=str(results))
                command = [options.carpool, "run", "--manifest", manifest]
                outcome = place.run([*command, f"--method={suite}.{method}"], 60)
                with checks.within(f"--method={suite}.{method[:60]!r}"):
                    checks.equal(outcome.exit_code, 0, "exit code")
                    run = RunRecord(next((results / "runs").glob("*")))
                    ran = {name: list(record.attempts) for (_, name), record in run.classes.items()}
                    checks.equal(ran, {suite: [method]}, "what ran")


def odd_names_through_ctest(checks, options):
    victim = options.victim("odd_names")
    listed = validate_test_list(victim.manifest())
    with Workplace("names") as place:
        shown = subprocess.run(
            ["ctest", "--test-dir", str(options.build), "--show-only=json-v1"],
            capture_output=True, check=True)
        names = [test["name"] for test in json.loads(shown.stdout)["tests"]]
        entries = [name for name in names if name.startswith("odd_names.")]
        wanted = [f"odd_names.{suite}" for suite in listed]
        checks.equal(sorted(entries), sorted(wanted), "entries of ctest")
        junit = place.root / "junit.xml"
        outcome = place.run(ctest_command(options.build, r"^odd_names\.", junit), 120)
        if not checks.equal(outcome.exit_code, 0, "exit code"):
            print(outcome.describe())
        seen = {k: v for k, v in entry_results(junit).items() if k.startswith("odd_names.")}
        checks.equal(seen, {name: "passed" for name in wanted}, "results of the entries")
        run = read_run_of_ctest(options.build, outcome.process_id)
        check_report(checks, run, {("odd_names", name): methods for name, methods in listed.items()})


def names_do_not_match_more(checks, options):
    victim = options.victim("odd_names")
    with Workplace("names") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results))
        for suite, method, exit_code in (
            ("Neighbour", "One", 0), ("Neighbour", "One*", 4), ("Neighbou?", "One", 4),
            ("RegisteredNames", "On?", 4), ("Neighbour*", "One", 4), ("-Neighbour", "One", 4),
        ):
            command = [options.carpool, "run", "--manifest", manifest]
            outcome = place.run([*command, f"--method={suite}.{method}"], 60)
            checks.equal(outcome.exit_code, exit_code, f"exit code for {suite}.{method}")
