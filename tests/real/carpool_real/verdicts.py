"""What each method came to, with a process each and in live workers."""

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Method:
    """One test of one executable, by GoogleTest's own names."""

    executable: str
    name: str


@dataclass(frozen=True)
class Difference:
    method: Method
    each: str
    live: str

    def __str__(self) -> str:
        return f"{self.method.executable} {self.method.name}: {self.each} apart, {self.live} together"


def entries(show_only: str) -> dict[str, Method]:
    """The method behind each entry of `ctest --show-only=json-v1`.

    gtest_discover_tests() rewrites names (`Suite/0.Test` becomes `Suite.Test<0>`), but the filter in
    the entry's command has them as GoogleTest does.
    """
    found = {}
    for test in json.loads(show_only)["tests"]:
        for argument in test.get("command", []):
            if argument.startswith("--gtest_filter="):
                executable = Path(test["command"][0]).name.removesuffix("_each")
                found[test["name"]] = Method(executable, argument.partition("=")[2])
    return found


def of_processes(junit: Path, methods: dict[str, Method]) -> dict[Method, str]:
    """The verdicts of `ctest --output-junit` over one entry per method."""
    words = {"run": "passed", "fail": "failed", "notrun": "skipped", "disabled": "disabled"}
    verdicts = {}
    for case in ElementTree.parse(junit).getroot().iter("testcase"):
        status = case.attrib["status"]
        verdicts[methods[case.attrib["name"]]] = words.get(status, status)
    return verdicts


def of_workers(report: Path) -> dict[Method, str]:
    """The verdicts of Carpool's report.json. Words that CTest does not tell apart become `failed`."""
    verdicts = {}
    for suite in json.loads(report.read_text(encoding="utf-8"))["classes"]:
        executable = suite["target"].removesuffix("_live")
        for method in suite["methods"]:
            status = method["status"]
            word = status if status in ("passed", "skipped", "disabled") else "failed"
            verdicts[Method(executable, f"{suite['name']}.{method['name']}")] = word
    return verdicts


def differences(each: dict[Method, str], live: dict[Method, str]) -> list[Difference]:
    """Every method whose verdict is not the same, or that one of the two ways does not know."""
    found = []
    for method in sorted(each.keys() | live.keys()):
        apart, together = each.get(method, "unknown"), live.get(method, "unknown")
        if apart != together:
            found.append(Difference(method, apart, together))
    return found
