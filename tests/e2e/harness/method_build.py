"""A build folder of a scenario's own, and a real ctest in it.

A victim's call of add_continuous_test() has left a manifest and a script that ctest includes. Both are
copied with other words (GRANULARITY, WORKERS, PROPERTIES, ...), and `carpool discover` makes the entries,
as the build does. So a scenario needs nothing built and is in no other's way.
"""

import os
import re
import shutil
import xml.etree.ElementTree

from harness.ctest import entry_results, run_of_ctest
from harness.record import RunRecord
from harness.victims import copy_manifest
from harness.workplace import Workplace

SECONDS = 120
LEFT = {"CTestTestfile.cmake", "Testing", "carpool.tests"}
# What CTest prints of an entry that has ended: its name, its word and its time.
TOLD = re.compile(r"^ *\d+/\d+ Test +#\d+: (.+?) \.{2,} ?(.*?) +\d+\.\d\d sec", re.MULTILINE | re.DOTALL)


class Ctest:
    """One ctest that has ended: what it said of each entry, and what Carpool recorded of it."""

    def __init__(self, build, outcome, junit):
        self.outcome = outcome
        self.exit_code = outcome.exit_code
        self.stdout = outcome.stdout
        self.words = {name: word.strip() for name, word in TOLD.findall(outcome.stdout)}
        self.entries = entry_results(junit) if junit.exists() else {}
        self.outputs = outputs(junit) if junit.exists() else {}
        self.directory = run_of_ctest(build, outcome.process_id)

    def run(self):
        """The record, validated; None where there is none."""
        if self.directory is None:
            return None
        run = RunRecord(self.directory)
        if (self.directory / "report.json").exists():
            run.read_report()
        return run


def outputs(junit):
    cases = xml.etree.ElementTree.parse(junit).getroot().iter("testcase")
    return {case.get("name"): case.findtext("system-out") or "" for case in cases}


class MethodBuild:
    """`place`: a Workplace, in which the folder lies."""

    def __init__(self, options, place, name="build"):
        self.options = options
        self.place = place
        self.directory = place.root / name
        self.results = self.directory / "Testing" / "Carpool"
        self.directory.mkdir()
        self._environment = {}

    def add(self, victim, target=None, granularity="method", **changes):
        """The victim's call once more, with other words. Gives the manifest's file."""
        row = self.options.victim(victim)
        target = target or victim
        old, new = row.manifest_file.parent, self.directory / "carpool.tests" / target
        words = {
            "target": target, "granularity": granularity, "executable_target": None,
            "entry_prefix": "", "results_directory": str(self.results),
            "test_list": str(new / "tests.json"), "ctest_file": str(new / "entries.cmake"),
            "working_directory": str(self.directory), "properties": [], **changes,
        }
        manifest = copy_manifest(row.manifest(), new, **words)
        self.discover(manifest)
        script = (old / "include.cmake").read_text(encoding="utf-8")
        script = script.replace(str(old), str(new))
        script = script.replace(str(row.build / "Testing" / "Carpool"), str(self.results))
        (new / "include.cmake").write_text(script, encoding="utf-8")
        with open(self.directory / "CTestTestfile.cmake", "a", encoding="utf-8") as file:
            file.write(f'include("{new}/include.cmake")\n')
        return manifest

    def discover(self, manifest):
        command = [self.options.carpool, "discover", "--manifest", manifest]
        outcome = self.place.run(command, SECONDS)
        if outcome.exit_code != 0:
            raise SystemExit(outcome.describe())

    def own_executable(self, victim):
        """A copy that a scenario may change."""
        copy = self.place.root / "executables" / victim
        copy.parent.mkdir(exist_ok=True)
        shutil.copy2(self.options.victim(victim).manifest()["executable"], copy)
        return str(copy)

    def command(self, *arguments, entries=".", ctest="ctest"):
        junit = self.place.root / "junit.xml"
        junit.unlink(missing_ok=True)
        return [ctest, "--test-dir", self.directory, "-R", entries, "--output-junit", junit, *arguments]

    def start(self, *arguments, entries=".", **environment):
        return self.place.start(self.command(*arguments, entries=entries), **environment)

    def wait(self, process, seconds=SECONDS):
        return Ctest(self.directory, self.place.wait(process, seconds), self.place.root / "junit.xml")

    def ctest(self, *arguments, entries=".", **environment):
        return self.wait(self.start(*arguments, entries=entries, **environment))

    def told(self):
        """What the methods of tells_its_place.cpp have told: (name, {variable: value}), in order."""
        file = self.place.scratch / "told"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        told = []
        for line in lines:
            name, *pairs = line.split("\t")
            told.append((name, dict(pair.split("=", 1) for pair in pairs)))
        return told


class MethodPlace(Workplace):
    """A workplace whose broker must be gone, with all that it has started, when the scenario ends."""

    def __init__(self, checks, options, name="method"):
        super().__init__(name)
        self.checks = checks
        self.options = options
        self.builds = []

    def build(self, name="build"):
        self.builds.append(MethodBuild(self.options, self, name))
        return self.builds[-1]

    def by_hand(self, script, *arguments):
        """A shell script, in which "$client" is carpool-exec. The shell's process goes by a name that clients take for
        their ctest: else they would find the one that has started this scenario, and its broker would outlive it."""
        shell = self.root / "ctest-in-name"
        if not shell.exists():
            shutil.copy2("/bin/sh", shell)
        client = self.options.carpool.parent / "carpool-exec"
        return [shell, "-c", f"client='{client}'; {script}; exit $?", "sh", *arguments]

    def run_client(self, *arguments):
        return self.run(self.by_hand('"$client" "$@"', *arguments), SECONDS)

    def __exit__(self, kind, *more):
        if kind is None:
            check_remains(self.checks, self)
        super().__exit__(kind, *more)


def check_remains(checks, place):
    """No process, and so no socket, which has no name in a folder; no file that has no reason to be there."""
    checks.equal(place.survivors(), [], "processes left behind")
    checks.equal(place.left_files(), [], "files left in the temporary folder")
    for build in place.builds:
        left = set(os.listdir(build.directory)) - LEFT
        checks.equal(left, set(), f"files left in {build.directory.name}")


def statuses(run):
    """By "Suite.Name", as the report tells them."""
    return {
        f"{of_class['name']}.{method['name']}": method["status"]
        for of_class in run.report["classes"] for method in of_class["methods"]
    }


def ran(run):
    """The same without what is disabled, which is in every record of its target."""
    return {method: status for method, status in statuses(run).items() if status != "disabled"}


def classes_that_ran(run):
    """Status by name."""
    return {c["name"]: c["status"] for c in run.report["classes"] if c["status"] != "disabled"}


def processes(told, suite=""):
    """The worker processes that methods of a suite were told to run in, in order, without repeats."""
    return list(dict.fromkeys(each["process"] for name, each in told if name.startswith(suite)))
