"""Fetching, building and running one suite."""

import statistics
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from carpool_real.verdicts import Difference, Method, differences, entries, of_processes, of_workers

HERE = Path(__file__).resolve().parents[1]
REPOSITORY = HERE.parents[1]


class CannotRun(Exception):
    """The suite cannot be had or built here; the message says why."""


@dataclass(frozen=True)
class Suite:
    name: str
    package: str  # Debian's source package
    installed: str = ""  # where a binary package puts the same source, if one does


SUITES = {
    suite.name: suite
    for suite in (
        Suite("googletest_samples", "googletest", "/usr/src/googletest"),
        Suite("googletest_own", "googletest", "/usr/src/googletest"),
        Suite("fmt", "fmtlib"),
        Suite("yaml_cpp", "yaml-cpp"),
    )
}


@dataclass
class Outcome:
    suite: str
    classes: int = 0
    methods: int = 0
    each_seconds: list[float] = field(default_factory=list)
    live_seconds: list[float] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    def row(self) -> str:
        each, live = statistics.median(self.each_seconds), statistics.median(self.live_seconds)
        ratio = statistics.median(a / b for a, b in zip(self.each_seconds, self.live_seconds))
        return (f"| {self.suite} | {self.classes} | {self.methods} | {len(self.differences)} "
                f"| {each:.2f} s | {live:.2f} s | {ratio:.1f}x |")


def source(suite: Suite, work: Path) -> Path:
    """The suite's source: installed, fetched before, or fetched now with the machine's own apt."""
    if suite.installed and Path(suite.installed).is_dir():
        return Path(suite.installed)
    folder = work / "source" / suite.package
    fetch = REPOSITORY / "scripts" / "fetch-debian-source.sh"
    done = subprocess.run([str(fetch), suite.package, str(folder)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotRun(done.stderr.strip())
    return folder


def build(suite: Suite, prefix: Path, work: Path, jobs: int) -> Path:
    """Configures and builds the suite against the installed Carpool; gives the build folder."""
    folder = work / suite.name
    quietly("cmake", "-S", str(HERE / "suites"), "-B", str(folder), "-G", "Ninja",
            f"-DREAL_SUITE={suite.name}", f"-DREAL_SOURCE={source(suite, work)}",
            f"-DCMAKE_PREFIX_PATH={prefix}")
    quietly("cmake", "--build", str(folder), "--parallel", str(jobs))
    return folder


def quietly(*command: str) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise CannotRun(f"{' '.join(command)} failed:\n{done.stdout[-4000:]}")


def ctest(folder: Path, label: str, jobs: int, *more: str) -> float:
    """Runs the entries of one way and gives the wall time; red tests are a result like any other."""
    command = ["ctest", f"-j{jobs}", "-L", f"^{label}$", *more]
    begin = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - begin
    if done.returncode not in (0, 8):
        raise CannotRun(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr[-4000:]}")
    return taken


def run(suite: Suite, prefix: Path, work: Path, jobs: int, pairs: int) -> Outcome:
    """Builds the suite and runs it both ways, alternately, `pairs` times after a discarded run."""
    folder = build(suite, prefix, work, jobs)
    junit = folder / "each.xml"
    report = folder / "Testing" / "Carpool" / "report.json"
    report.unlink(missing_ok=True)
    # One at a time: two processes of GoogleTest's FlagfileTest use one folder and break each other.
    ctest(folder, "each", 1, "--output-junit", str(junit))
    ctest(folder, "live", jobs)
    if not report.is_file():
        raise CannotRun(f"the live run left no {report}")
    listing = subprocess.run(["ctest", "-L", "^each$", "--show-only=json-v1"], cwd=folder,
                             capture_output=True, text=True, check=True).stdout
    each, live = of_processes(junit, entries(listing)), of_workers(report)
    outcome = Outcome(suite.name, classes=count_classes(live), methods=len(live),
                      differences=differences(each, live))
    for pair in range(pairs):
        for label in ("each", "live") if pair % 2 == 0 else ("live", "each"):
            times = outcome.each_seconds if label == "each" else outcome.live_seconds
            times.append(ctest(folder, label, jobs))
    return outcome


def count_classes(verdicts: dict[Method, str]) -> int:
    return len({(method.executable, method.name.partition(".")[0]) for method in verdicts})
