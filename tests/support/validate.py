"""Checks Carpool's documents against their schemas.

    validate.py [--schemas DIRECTORY] FILE_OR_DIRECTORY...

Of a directory, all *.json and *.ndjson files below it are checked that are documents of Carpool. A document
names its schema; journals and archives do so in their first line. Exit code 0: all are valid; 1: some are not; 2: there
was nothing to check.
"""

import argparse
import json
import pathlib
import sys

from jsonschema import Draft202012Validator

DEFAULT_SCHEMAS = pathlib.Path(__file__).resolve().parent.parent.parent / "schemas"
JOURNAL = "carpool/journal/v1"
ARCHIVE = "carpool/archive/v1"
REPORT = "carpool/report/v1"
MOST_PROBLEMS = 10  # of one document


class Schemas:
    """The schema files, each loaded once, by the name that documents give."""

    def __init__(self, directory):
        self.directory = directory
        self.validators = {}

    def validator(self, name, event=None):
        """For a whole document, or for one kind of journal line: that gives far better messages
        than a oneOf over all kinds."""
        key = (name, event)
        if key not in self.validators:
            schema = self.load(name)
            if event is not None:
                if event not in schema["$defs"]:
                    raise LookupError(f"the event {event!r} is not in the schema")
                schema = {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": f"#/$defs/{event}"}
            Draft202012Validator.check_schema(schema)
            self.validators[key] = Draft202012Validator(schema)
        return self.validators[key]

    def load(self, name):
        owner, kind, version = (name.split("/") + ["", ""])[:3]
        path = self.directory / f"{kind}.{version}.schema.json"
        if owner != "carpool" or not path.is_file():
            raise LookupError(f"there is no schema for {name!r} in {self.directory}")
        schema = json.loads(path.read_text(encoding="utf-8"))
        # All references are within a schema. A relative $id would be resolved against itself, twice.
        schema.pop("$id", None)
        return schema


def no_constant(text):
    raise ValueError(f"{text} is not JSON")


def parse(text):
    return json.loads(text, parse_constant=no_constant)


def problems_of_value(validator, value):
    found = sorted(validator.iter_errors(value), key=lambda error: list(map(str, error.absolute_path)))
    for error in found[:MOST_PROBLEMS]:
        place = "/".join(map(str, error.absolute_path)) or "(top)"
        yield f"{place}: {error.message[:500]}"


def problems_of_journal(schemas, path):
    lines = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines[:-1], start=1):  # what has no line feed does not count
        try:
            value = parse(line.decode("utf-8"))
            if number == 1 and (value.get("event"), value.get("schema")) != ("run_started", JOURNAL):
                yield "1: a journal begins with run_started and its schema"
            for problem in problems_of_value(schemas.validator(JOURNAL, str(value.get("event"))), value):
                yield f"{number}: {problem}"
        except (ValueError, AttributeError, LookupError) as error:
            yield f"{number}: {error}"


def is_archive(path):
    """Whether the first line of an NDJSON file is an archive's and not a journal's."""
    with path.open("rb") as lines:
        return lines.readline().startswith(b'{"schema":"carpool/archive/')


def problems_of_archive(schemas, path):
    """A header, then as many reports as it says, each run once, by time."""
    header, *reports = path.read_text(encoding="utf-8").split("\n")
    header = parse(header)
    yield from (f"1: {problem}" for problem in problems_of_value(schemas.validator(ARCHIVE), header))
    if reports[-1:] != [""]:
        yield "the last line has no line feed"
    reports = [parse(line) for line in reports[:-1]]
    if header.get("runs") != len(reports):
        yield f"runs is {header.get('runs')}, {len(reports)} are there"
    for number, report in enumerate(reports, start=2):
        yield from (f"{number}: {problem}" for problem in problems_of_value(schemas.validator(REPORT), report))
    keys = [(run["started_at"], run["host"].get("name", ""), run["id"]) for run in (one["run"] for one in reports)]
    if keys != sorted(set(keys)):
        yield "runs are not in order, or one is there twice"


def problems_of_report(report):
    """What a schema cannot say: each method once, and sums that add up."""
    totals = dict(report["totals"])
    classes, methods = totals.pop("classes"), totals.pop("methods")
    names = [(of_class["target"], of_class["name"]) for of_class in report["classes"]]
    if len(names) != classes:
        yield f"totals/classes is {classes}, {len(names)} are listed"
    if len(set(names)) != len(names):
        yield "a class is listed twice"
    counted = {status: 0 for status in totals}
    for of_class in report["classes"]:
        listed = [method["name"] for method in of_class["methods"]]
        if len(set(listed)) != len(listed):
            yield f"a method of {of_class['name']} is listed twice"
        for method in of_class["methods"]:
            counted[method["status"]] += 1
    if counted != totals:
        yield f"totals are {totals}, counted {counted}"
    if sum(totals.values()) != methods:
        yield f"totals/methods is {methods}, the statuses add up to {sum(totals.values())}"


def problems_of_document(schemas, path, value):
    name = value["schema"]
    problems = list(problems_of_value(schemas.validator(name), value))
    if not problems and name.startswith("carpool/report/"):
        problems = list(problems_of_report(value))
    return problems


def documents_in(arguments):
    """(path, whether it was named itself) pairs."""
    for argument in arguments:
        path = pathlib.Path(argument)
        if path.is_dir():
            for child in sorted(path.rglob("*")):
                if child.suffix in {".json", ".ndjson"} and child.is_file():
                    yield child, False
        else:
            yield path, True


def check(schemas, path, named):
    """The problems of one file; None where it is no document of Carpool."""
    try:
        if path.suffix == ".ndjson":
            return list((problems_of_archive if is_archive(path) else problems_of_journal)(schemas, path))
        value = parse(path.read_text(encoding="utf-8"))
        is_document = isinstance(value, dict) and str(value.get("schema", "")).startswith("carpool/")
        if not is_document:
            return ["names no schema of Carpool"] if named else None
        return problems_of_document(schemas, path, value)
    except (OSError, ValueError, LookupError, AttributeError) as error:
        return [str(error)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--schemas", type=pathlib.Path, default=DEFAULT_SCHEMAS)
    parser.add_argument("paths", nargs="+", metavar="FILE_OR_DIRECTORY")
    options = parser.parse_args()
    schemas = Schemas(options.schemas)
    checked = 0
    invalid = 0
    for path, named in documents_in(options.paths):
        problems = check(schemas, path, named)
        if problems is None:
            continue
        checked += 1
        invalid += bool(problems)
        for problem in problems:
            print(f"{path}: {problem}")
    print(f"{checked} documents checked, {invalid} invalid")
    if checked == 0:
        return 2
    return 1 if invalid else 0


if __name__ == "__main__":
    sys.exit(main())
