"""What cannot be run is refused with the right exit code and with words that help."""

import itertools
import json
import os
import pathlib
import re
import shutil
import signal

from harness.record import read_json
from harness.victims import copy_manifest
from harness.workplace import Workplace
from scenarios.disk import Skipped

MANIFESTS = "carpool.tests/<target>/manifest.json in the build folder"
GREEN, RED, USAGE, CANNOT_RUN, NOTHING_SELECTED = 0, 1, 2, 3, 4


class Refusals:
    """Runs `carpool` with arguments that it must refuse."""

    def __init__(self, checks, options, place):
        self.checks, self.options, self.place = checks, options, place

    def expect(self, exit_code, *arguments, says=""):
        outcome = self.place.run([self.options.carpool, *arguments], 60)
        with self.checks.within(" ".join(map(str, arguments))):
            seen = self.checks.equal(outcome.exit_code, exit_code, "exit code")
            text = outcome.stderr if exit_code != GREEN else outcome.stdout
            seen = self.checks.that(text.strip() and str(says) in text, f"words with {says!r}") and seen
        if not seen:
            print(outcome.describe())

    def expect_line(self, exit_code, verb, *arguments, says):
        """One line that says who speaks, what is wrong and what to do."""
        outcome = self.place.run([self.options.carpool, verb, *arguments], 60)
        with self.checks.within(" ".join(map(str, (verb, *arguments)))):
            seen = self.checks.equal(outcome.exit_code, exit_code, "exit code")
            lines = outcome.stderr.splitlines()
            seen = self.checks.equal(len(lines), 1, "lines") and seen
            for words in (f"carpool {verb}: ", *says):
                seen = self.checks.that(words in outcome.stderr, f"words with {words!r}") and seen
        if not seen:
            print(outcome.describe())


def usage(checks, options):
    with Workplace("usage") as place:
        refusals = Refusals(checks, options, place)
        verbs = "discover, run, report, compare, export, dashboard, history and merge"
        refusals.expect(USAGE, says=verbs)
        refusals.expect(USAGE, "fly", says="no verb or option 'fly'")
        refusals.expect(USAGE, "fly", "--manifest", "m", says=verbs)
        refusals.expect(USAGE, "--fly", says="'--fly'")
        for verb, what in (("discover", "--manifest is required"), ("run", "is missing: give"), ("compare", "is missing: give")):
            refusals.expect_line(USAGE, verb, says=(what, MANIFESTS, f"carpool {verb} --help"))
        refusals.expect_line(USAGE, "run", "--manifest", says=("--manifest", MANIFESTS))
        refusals.expect_line(USAGE, "run", "--manifest", "m", "--no-such-option", says=("--no-such-option",))
        refusals.expect_line(USAGE, "run", "--manifest", "m", "--jobs", "many", says=("--jobs", "many"))
        refusals.expect_line(USAGE, "run", "--manifest", "m", "--jobs", "0", says=("--jobs", "1 to 1024"))
        refusals.expect_line(USAGE, "run", "--manifest", "m", "--jobs", "-1", says=("--jobs",))
        refusals.expect_line(USAGE, "report", "--run", "a", "--results", "b", says=("--run", "--results"))
        # As an entry of one method whose verdict nobody has: no property of CTest's is to make it green.
        refusals.expect_line(-signal.SIGABRT, "run", "--build", place.root, "--without-broker", "x",
                             says=("--without-broker is for one --method of a --manifest",))
        refusals.expect_line(CANNOT_RUN, "report", "--run", "/nowhere", says=("/nowhere", "<results>/runs/<id>"))
        (place.root / "Testing/Carpool").mkdir(parents=True)
        refusals.expect_line(CANNOT_RUN, "report", "--results", place.root,
                             says=("there is no run in", f"give --results {place.root}/Testing/Carpool"))
        refusals.expect_line(CANNOT_RUN, "report", "--results", place.root / "Testing/Carpool",
                             says=("run ctest first",))
        refusals.expect(GREEN, "--help")
        for verb in ("discover", "run", "report", "compare", "export"):
            refusals.expect(GREEN, verb, "--help", says=f"carpool {verb}")


def unknown_selection(checks, options):
    victim = options.victim("well_behaved")
    with Workplace("selection") as place:
        refusals = Refusals(checks, options, place)
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results))
        run = ("run", "--manifest", manifest)
        refusals.expect(NOTHING_SELECTED, *run, "--class", "NoSuchClass", says="NoSuchClass")
        refusals.expect(NOTHING_SELECTED, *run, "--class", "Alpha", "--class", "Nope", says="Nope")
        refusals.expect(NOTHING_SELECTED, *run, "--class", "Alph*", says="Alph*")
        refusals.expect(NOTHING_SELECTED, *run, "--class", "alpha", says="alpha")
        refusals.expect(NOTHING_SELECTED, *run, "--class", "", says="")
        refusals.expect(NOTHING_SELECTED, *run, "--method", "Alpha.Nope", says="Alpha.Nope")
        refusals.expect(NOTHING_SELECTED, *run, "--method", "Alpha.*", says="Alpha.*")
        refusals.expect(NOTHING_SELECTED, *run, "--method", "Alpha.One:Alpha.Two", says="Alpha.One:")
        refusals.expect(NOTHING_SELECTED, *run, "--method", "*-Alpha.One", says="*-Alpha.One")
        refusals.expect(NOTHING_SELECTED, *run, "--method", "One", says="One")
        refusals.expect(NOTHING_SELECTED, *run, "--method", "Alpha.One", "--method", "Alpha.Nope",
                        says="Alpha.Nope")
        refusals.expect(NOTHING_SELECTED, *run, "--class", "Beta", "--method", "Alpha.One",
                        says="'Alpha.One' is no method of class 'Beta'")
        refusals.expect(NOTHING_SELECTED, "compare", "--manifest", manifest, "--class", "Nope",
                        says="no class 'Nope'")


def broken_manifest(checks, options):
    victim = options.victim("well_behaved")
    with Workplace("manifest") as place:
        refusals = Refusals(checks, options, place)
        file = place.root / "broken.json"
        for verb in ("discover", "run", "compare"):
            refusals.expect_line(CANNOT_RUN, verb, "--manifest", file, says=(file.name, MANIFESTS))  # there is none
            refusals.expect_line(CANNOT_RUN, verb, "--manifest", place.root, says=("is a directory", MANIFESTS))
        folder = pathlib.Path(victim.manifest_file).parent
        refusals.expect_line(CANNOT_RUN, "run", "--manifest", folder, says=(f"give {folder}/manifest.json",))
        refusals.expect(CANNOT_RUN, "run", "--manifest", "/dev/zero", says="not a regular file")
        refusals.expect(CANNOT_RUN, "discover", "--manifest", "/dev/zero", says="not a regular file")
        for text in ("", "{", "[]", "null", '{"schema": "carpool/manifest/v1"}', "\xff\x00"):
            file.write_text(text, encoding="latin-1")
            refusals.expect(CANNOT_RUN, "run", "--manifest", file, says=file)
        sound = victim.manifest()
        for changes in ({"schema": "carpool/manifest/v99"}, {"target": None}, {"workers": "two"},
                        {"workers": 0}, {"isolation": "perhaps"}, {"launcher": "env"}):
            key = next(iter(changes))
            broken = copy_manifest(sound, place.root / "changed", **changes)
            refusals.expect(CANNOT_RUN, "run", "--manifest", broken, says=key)


def missing_files(checks, options):
    victim = options.victim("well_behaved")
    with Workplace("missing") as place:
        refusals = Refusals(checks, options, place)
        sound = victim.manifest()
        nowhere = place.root / "not" / "built"
        for changes in ({"executable": str(nowhere)}, {"test_list": str(nowhere)}):
            manifest = copy_manifest(sound, place.root, results_directory=str(place.results), **changes)
            refusals.expect(CANNOT_RUN, "run", "--manifest", manifest, says=nowhere)
        plain = place.root / "no_program"
        plain.write_text("not a program\n")
        tests = read_json(pathlib.Path(sound["test_list"]))
        tests["executable"]["path"] = str(plain)
        tests["executable"]["size_bytes"] = plain.stat().st_size
        tests["executable"]["modified_ns"] = plain.stat().st_mtime_ns
        listed = place.root / "tests.json"
        listed.write_text(json.dumps(tests))
        manifest = copy_manifest(sound, place.root, results_directory=str(place.results),
                                 executable=str(plain), test_list=str(listed))
        refusals.expect(CANNOT_RUN, "run", "--manifest", manifest, says=plain)
        tests["executable"]["size_bytes"] += 1
        listed.write_text(json.dumps(tests))
        refusals.expect(CANNOT_RUN, "compare", "--manifest", manifest, says=f"{plain} has changed since")
        damaged = place.root / "damaged.json"
        damaged.write_text("{")
        manifest = copy_manifest(sound, place.root, test_list=str(damaged))
        refusals.expect(CANNOT_RUN, "run", "--manifest", manifest, says=damaged)



def too_few_files(checks, options):
    """A limit that no worker fits under is told at once; whatever is above it suffices."""
    victim = options.victim("well_behaved")
    with Workplace("files") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results))

        def run_with(limit, jobs):
            words = ["sh", "-c", f'ulimit -n {limit}; exec "$@"', "sh", options.carpool, "run", "--manifest", manifest]
            return place.run([*words, "--jobs", str(jobs)] if jobs else words, 60)

        for jobs in (1, 2, 4):
            outcome = run_with(8, jobs)
            with checks.within(f"{jobs} jobs"):
                checks.equal(outcome.exit_code, CANNOT_RUN, "exit code")
                told = re.fullmatch(r"carpool run: no more than 8 files may be open at once \(ulimit -n\), but "
                                    rf"{jobs} workers? (?:at once take|takes) (\d+): raise the limit.*\n", outcome.stderr)
                if checks.that(told, f"what is said: {outcome.stderr}"):
                    needed = int(told[1])
                    checks.equal(run_with(needed - 1, jobs).exit_code, CANNOT_RUN, "exit code below what is needed")
                    outcome = run_with(needed, jobs)
                    if not checks.equal(outcome.exit_code, GREEN, f"exit code with {needed} files"):
                        print(outcome.describe())
                    if jobs == 1:
                        outcome = run_with(needed, None)  # as many workers as fit, where none are asked for
                        checks.equal(outcome.exit_code, GREEN, "exit code without --jobs")


# Users whose processes are ours alone, a new one for each run: the limit counts all of a user's, also
# those that have ended and that init has not taken leave of yet.
STRANGERS = itertools.count(1_000_000 + 100 * os.getpid())


def too_few_threads(checks, options):
    """Where no thread or process is granted, that is told with the mend, however far the run has come."""
    if os.geteuid() != 0 or not shutil.which("setpriv") or not shutil.which("prlimit"):
        raise Skipped("only root can run something as another user, by setpriv and prlimit")
    victim = options.victim("well_behaved")
    with Workplace("threads") as place:
        manifest = copy_manifest(victim.manifest(), place.root, results_directory=str(place.results))
        os.chmod(manifest, 0o644)

        def run_with(limit):
            stranger = next(STRANGERS)
            for path in (place.root, *place.root.rglob("*")):
                os.chown(path, stranger, stranger)
            words = ["setpriv", f"--reuid={stranger}", f"--regid={stranger}", "--clear-groups", "prlimit",
                     f"--nproc={limit}", options.carpool, "run", "--manifest", manifest, "--jobs", "4"]
            return place.run(words, 120)

        if run_with(200).exit_code != GREEN:
            raise Skipped("another user cannot read what is built here")
        lacked = {}
        for limit in range(1, 13):
            outcome = run_with(limit)
            with checks.within(f"{limit} processes and threads"):
                if outcome.exit_code != GREEN:
                    # A worker that cannot be started is a verdict on its class, unless a thread is lacking too.
                    told = re.search(r"cannot start (a thread|the guardian|/).*Resource temporarily unavailable.*",
                                     outcome.stderr or outcome.stdout)
                    if checks.that(told, f"what is said: {outcome.describe()}"):
                        lacked[limit] = told[1]
                        checks.that("ulimit -u" in told[0], f"the mend: {told[0]}")
                        expected = (RED, CANNOT_RUN) if told[1] == "/" else (CANNOT_RUN,)
                        checks.that(outcome.exit_code in expected, f"exit code {outcome.exit_code}")
                checks.equal(place.survivors(), [], "what is left")
        checks.equal((lacked.get(1), lacked.get(2)), ("the guardian", "a thread"), "what was lacking first")
