#!/usr/bin/env python3
"""Runs one scenario: what a row of the table of victims cannot say."""

import argparse
import pathlib
import sys

from harness.checks import Checks
from harness.documents import InvalidDocument
from harness.victims import Row
from scenarios import (
    disk, interruption, method_closing, method_fallback, method_interference, method_kills, method_outcomes,
    method_output, method_properties, method_repeats, method_together, method_verdicts, method_warm, names, refusals, target_entries,
    together,
)

MODULES = (
    disk, interruption, method_closing, method_fallback, method_interference, method_kills, method_outcomes,
    method_output, method_properties, method_repeats, method_together, method_verdicts, method_warm, names, refusals, target_entries,
    together,
)
SKIPPED = 77  # what ctest takes for skipped; see CMakeLists.txt


class Options:
    """Where everything is."""

    def __init__(self, parsed):
        self.carpool = parsed.carpool
        self.victims = parsed.victims
        self.build = parsed.build

    def victim(self, name):
        return Row(self.victims, self.build, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--carpool", type=pathlib.Path, required=True)
    parser.add_argument("--victims", type=pathlib.Path, required=True, help="their source folder")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="their build folder")
    parser.add_argument("scenario")
    parsed = parser.parse_args()
    found = {getattr(m, parsed.scenario) for m in MODULES if hasattr(m, parsed.scenario)}
    if len(found) != 1:
        parser.error(f"no scenario {parsed.scenario}")
    checks = Checks()
    try:
        found.pop()(checks, Options(parsed))
    except disk.Skipped as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    except (InvalidDocument, OSError) as trouble:
        checks.that(False, str(trouble))
    for message in checks.broken:
        print(message)
    print(f"{parsed.scenario}: {checks.count} checks, {len(checks.broken)} broken")
    return 1 if checks.broken else 0


if __name__ == "__main__":
    sys.exit(main())
