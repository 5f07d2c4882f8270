"""One function per row of the performance budget."""

import shutil
import statistics
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from carpool_bench import lit
from carpool_bench.timing import Command, interleaved, peak_memory_bytes


# The BENCH_SET of the programs that are not in "large".
SETS = {"thousand": "live", "gang_of_four": "gangs", "sixteen_ranks": "gangs", "sleeping_ranks": "gangs"}

TRUE = Command(("/bin/true",))


@dataclass(frozen=True)
class Bench:
    """A built tests/bench project and how thoroughly to measure it."""

    build: Path
    pairs: int
    jobs: int
    lit: Path | None

    @property
    def carpool(self) -> str:
        return str(self.build / "prefix" / "bin" / "carpool")

    def _set(self, program: str) -> Path:
        """The build folder of the project that holds the program."""
        return self.build / SETS.get(program, "large")

    def bare(self, program: str, *arguments: str) -> Command:
        return Command((str(self._set(program) / program), *arguments))

    def manifest(self, program: str) -> str:
        return str(self._set(program) / "carpool.tests" / program / "manifest.json")

    def run(self, program: str, jobs: int, *options: str) -> Command:
        manifest = self.manifest(program)
        return Command((self.carpool, "run", "--manifest", manifest, "--jobs", str(jobs), *options))

    def run_build(self, bench_set: str) -> Command:
        return Command((self.carpool, "run", "--build", str(self.build / bench_set), "--jobs", str(self.jobs)))

    def ctest(self, bench_set: str) -> Command:
        return Command(("ctest", f"-j{self.jobs}"), str(self.build / bench_set))


@dataclass(frozen=True)
class Row:
    """One line of the table. `met` is None where nothing was measured."""

    measure: str
    budget: str
    measured: str
    met: bool | None


def table(rows: Iterable[Row]) -> str:
    """All of them as a Markdown table."""
    lines = ["| measure | budget | measured | met |", "|---|---|---|---|"]
    for row in rows:
        met = {True: "yes", False: "**no**", None: ""}[row.met]
        lines.append(f"| {row.measure} | {row.budget} | {row.measured} | {met} |")
    return "\n".join(lines)


def per_method(bench: Bench) -> Row:
    pairs = interleaved(bench.run("hundred_thousand", 1), bench.bare("hundred_thousand"), bench.pairs)
    microseconds = pairs.difference() / 100_000 * 1e6
    return Row(
        "per method in a worker over the bare executable, 100,000 empty tests",
        "at most 5 us",
        f"{microseconds:.2f} us",
        microseconds <= 5,
    )


def _spawns_over_bare(bench: Bench, program: str) -> tuple[float, str]:
    spawn = interleaved(
        bench.bare(program, "--gtest_filter=Suite0.Test0"),
        bench.bare(program, "--gtest_filter=Suite1.Test0"),
        bench.pairs * 3,
    )
    one = statistics.median(spawn.first + spawn.second)
    over = interleaved(bench.run(program, 1), bench.bare(program), bench.pairs).difference()
    spawns = over / one
    return spawns, f"bare + {spawns:.1f} process spawns ({over * 1e3:.1f} ms; a spawn: {one * 1e3:.2f} ms)"


def twenty_classes(bench: Bench) -> Row:
    spawns, text = _spawns_over_bare(bench, "thousand")
    return Row(
        "`carpool run` on 1,000 empty tests in 20 classes over the bare executable, one slot",
        "at most bare + 25 process spawns",
        text,
        spawns <= 25,
    )


def thousand_classes(bench: Bench) -> Row:
    spawns, text = _spawns_over_bare(bench, "tiny_classes")
    return Row(
        "1,000 tests in 1,000 classes, REUSE TARGET, one slot, over the bare executable",
        "at most bare + 4 process spawns",
        text,
        spawns <= 4,
    )


def _times_faster(bench: Bench, measure: str, ours: Command, at_least: float | None) -> Row:
    """How many times as fast as `ctest` with an entry of gtest_discover_tests() for each of the same 1,000 tests."""
    ratio = interleaved(bench.ctest("each"), ours, max(3, bench.pairs // 3)).ratio()
    return Row(
        f"{measure} against `ctest -j{bench.jobs}` with gtest_discover_tests, same 1,000 tests",
        f"at least {at_least}x faster" if at_least else "no budget",
        f"{ratio:.1f}x",
        ratio >= at_least if at_least else None,
    )


def ctest_entries(bench: Bench) -> Row:
    return _times_faster(bench, "`ctest` with class entries", bench.ctest("live"), 25)


def ctest_target(bench: Bench) -> Row:
    return _times_faster(bench, "`ctest` with one entry for the target (GRANULARITY TARGET, REUSE TARGET)", bench.ctest("target"), 150)


def ctest_methods_each(bench: Bench) -> Row:
    return _times_faster(bench, "`ctest` with entries of single methods (GRANULARITY METHOD)", bench.ctest("method"), None)


def build_folder(bench: Bench) -> Row:
    return _times_faster(bench, "`carpool run --build` over class entries", bench.run_build("live"), None)


def _no_slower(measure: str, ours: Command, other: Command, pairs: int, at_most: float) -> Row:
    ratio = interleaved(ours, other, pairs).ratio()
    return Row(f"{measure} against `/bin/true`", f"at most {at_most}x", f"{ratio:.2f}x", ratio <= at_most)


def ctest_methods(bench: Bench) -> Row:
    measure = f"`ctest -j{bench.jobs}` over 1,000 entries of single methods (GRANULARITY METHOD)"
    return _no_slower(measure, bench.ctest("method"), bench.ctest("true"), max(3, bench.pairs // 3), 1.15)


def client_start(bench: Bench) -> Row:
    client = Command((str(bench.build / "prefix" / "bin" / "carpool-exec"),), exit_codes=(2,))
    return _no_slower("starting `carpool-exec`, the client of METHOD entries,", client, TRUE, bench.pairs * 20, 1)


def against_lit(bench: Bench) -> Row:
    measure = "`carpool run`, REUSE TARGET, 2 slots, against lit's GoogleTest shards, same 1,000 tests"
    budget = "at least 8x faster"
    if not bench.lit:
        return Row(measure, budget, "not measured: no lit 15 or later (Debian: llvm-19-tools)", None)
    shards = lit.command(bench.lit, Path(bench.bare("reusing").arguments[0]), bench.build / "lit")
    ratio = interleaved(shards, bench.run("reusing", 2), bench.pairs).ratio()
    return Row(measure, budget, f"{ratio:.1f}x", ratio >= 8)


def start_up(bench: Bench) -> Row:
    return _no_slower("`carpool --version`", Command((bench.carpool, "--version")), TRUE, bench.pairs * 20, 2.5)


def discovery(bench: Bench) -> Row:
    ours = Command((bench.carpool, "discover", "--manifest", bench.manifest("twenty_thousand")))
    theirs = Command(("sh", "-c", _discovery_command(bench.build / "large", "twenty_thousand_each")))
    share = interleaved(ours, theirs, max(3, bench.pairs // 3)).ratio()
    return Row(
        "discovery of 20,000 tests against gtest_discover_tests",
        "at most a tenth",
        f"1/{1 / share:.1f}",
        share <= 0.1,
    )


def memory(bench: Bench) -> Row:
    peak = peak_memory_bytes(bench.run("hundred_thousand", 1)) / 1024**2
    return Row("memory of the runner, 100,000 methods", "at most 100 MiB", f"{peak:.1f} MiB", peak <= 100)


def _discovery_command(build: Path, target: str) -> str:
    """The part of the link step in which gtest_discover_tests() lists an executable's tests."""
    ninja = shutil.which("ninja") or shutil.which("ninja-build")
    if not ninja:
        raise RuntimeError("ninja is needed to find out how gtest_discover_tests() lists tests")
    lines = subprocess.run(
        [ninja, "-C", str(build), "-t", "commands", target], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    for line in lines:
        for step in line.split(" && "):
            if "GoogleTestAddTests.cmake" in step:
                return f"cd '{build}' && {step}"
    raise RuntimeError(f"the build of {target} lists no tests")


ROWS: dict[str, Callable[[Bench], Row]] = {
    "per-method": per_method,
    "twenty-classes": twenty_classes,
    "ctest": ctest_entries,
    "ctest-target": ctest_target,
    "ctest-methods": ctest_methods,
    "ctest-methods-each": ctest_methods_each,
    "build-folder": build_folder,
    "client-start": client_start,
    "thousand-classes": thousand_classes,
    "lit": against_lit,
    "start-up": start_up,
    "discovery": discovery,
    "memory": memory,
}
