"""What live gangs save over a fresh gang for each method, class by class."""

import json
import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from carpool_bench.timing import Command, seconds

RESAMPLES = 5000


@dataclass
class ClassTimes:
    """Seconds of one class: of single methods in a fresh gang each, and of the whole class in one gang."""

    name: str
    methods: list[str]
    fresh: list[float] = field(default_factory=list)
    live: list[float] = field(default_factory=list)
    measured_methods: set[str] = field(default_factory=set)

    @property
    def sampled(self) -> bool:
        return len(self.measured_methods) < len(self.methods)

    def before(self, fresh: list[float]) -> float:
        return statistics.mean(fresh) * len(self.methods)


@dataclass(frozen=True)
class Saving:
    """Times in seconds; the saving in percent with its 95 % interval."""

    before: float
    after: float
    percent: float
    low: float
    high: float

    def text(self) -> str:
        return f"{self.percent:.1f} % ({self.low:.1f} to {self.high:.1f})"

    def json(self) -> dict[str, float | list[float]]:
        return {
            "before_ns": round(self.before * 1e9),
            "after_ns": round(self.after * 1e9),
            "saved_percent": round(self.percent, 3),
            "interval_percent": [round(self.low, 3), round(self.high, 3)],
        }


class Distributed:
    """A built examples/distributed, and variants of its manifest that run the same executable otherwise."""

    def __init__(self, carpool: str, build: Path, work: Path) -> None:
        self.carpool = carpool
        self.work = work
        self.own = build / "carpool.tests" / "collective_tests" / "manifest.json"
        self.manifest = json.loads(self.own.read_text(encoding="utf-8"))
        tests = json.loads(Path(self.manifest["test_list"]).read_text(encoding="utf-8"))
        self.classes = {
            entry["name"]: [f"{entry['name']}.{method['name']}" for method in entry["methods"]]
            for entry in tests["classes"]
        }
        self.live = self.variant("live", {})
        self.fresh = self.variant("fresh", {"isolation": "process"})
        self.one_gang = self.variant("one_gang", {"reuse": "target"})

    def variant(self, name: str, changes: dict[str, str]) -> Path:
        """A manifest with other settings and a folder of its own for results."""
        folder = self.work / name
        folder.mkdir(parents=True, exist_ok=True)
        changed = {**self.manifest, **changes, "results_directory": str(folder / "results")}
        path = folder / "manifest.json"
        path.write_text(json.dumps(changed, indent=2), encoding="utf-8")
        return path

    def run(self, manifest: Path, *options: str) -> Command:
        return Command((self.carpool, "run", "--manifest", str(manifest), "--jobs", "1", *options))

    def durations(self, name: str) -> list[float]:
        """Seconds of each method of one class, in one live gang, as the report has them."""
        seconds(self.run(self.live, "--class", name))
        results = self.live.parent / "results"
        seconds(Command((self.carpool, "report", "--results", str(results))))
        report = json.loads((results / "report.json").read_text(encoding="utf-8"))
        return [method["duration_ns"] / 1e9 for entry in report["classes"] for method in entry["methods"]]


def measure(
    distributed: Distributed, rounds: int, sample: int | None, tell: Callable[[str], None]
) -> list[ClassTimes]:
    """Times each class in both ways, which take turns; `sample`: methods of a class that a round takes, None for all."""
    chosen = random.Random(1)
    times = [ClassTimes(name, methods) for name, methods in distributed.classes.items()]
    seconds(distributed.run(distributed.live, "--class", times[0].name))
    for turn in range(rounds):
        for number, of_class in enumerate(times, start=1):
            tell(f"round {turn + 1} of {rounds}, class {number} of {len(times)}: {of_class.name}")
            methods = of_class.methods
            if sample is not None and sample < len(methods):
                methods = chosen.sample(methods, sample)
            of_class.measured_methods.update(methods)
            fresh = [distributed.run(distributed.fresh, "--method", method) for method in methods]
            live = distributed.run(distributed.live, "--class", of_class.name)
            if turn % 2:
                of_class.live.append(seconds(live))
            of_class.fresh += [seconds(command) for command in fresh]
            if not turn % 2:
                of_class.live.append(seconds(live))
    return times


def saving(times: list[ClassTimes]) -> Saving:
    """Of these classes together. The interval: percentiles of a bootstrap within each class."""
    before = sum(of_class.before(of_class.fresh) for of_class in times)
    after = sum(statistics.mean(of_class.live) for of_class in times)
    chosen = random.Random(2)
    percents = []
    for _ in range(RESAMPLES):
        resampled_before = sum(of_class.before(_resample(chosen, of_class.fresh)) for of_class in times)
        resampled_after = sum(statistics.mean(_resample(chosen, of_class.live)) for of_class in times)
        percents.append((1 - resampled_after / resampled_before) * 100)
    cuts = statistics.quantiles(percents, n=40)
    return Saving(before, after, (1 - after / before) * 100, cuts[0], cuts[-1])


def _resample(chosen: random.Random, values: list[float]) -> list[float]:
    return chosen.choices(values, k=len(values))


def table(times: list[ClassTimes]) -> str:
    """One line for each class, and the total."""
    lines = ["| class | methods | before | after | saved |", "|---|---|---|---|---|"]
    for of_class in sorted(times, key=lambda of_class: of_class.name):
        lines.append(_line(of_class.name, len(of_class.methods), saving([of_class]), of_class.sampled))
    methods = sum(len(of_class.methods) for of_class in times)
    any_sampled = any(of_class.sampled for of_class in times)
    lines.append(_line(f"all {len(times)}", methods, saving(times), any_sampled))
    return "\n".join(lines)


def _line(name: str, methods: int, saved: Saving, sampled: bool) -> str:
    mark = "~ " if sampled else ""
    return f"| {name} | {methods} | {mark}{saved.before:.1f} s | {saved.after:.2f} s | {saved.text()} |"
