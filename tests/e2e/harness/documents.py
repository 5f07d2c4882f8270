"""Every document that a test reads is validated against its published schema first."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))

import validate as schema_validation  # noqa: E402

SCHEMAS = schema_validation.Schemas(schema_validation.DEFAULT_SCHEMAS)


class InvalidDocument(Exception):
    """A document breaks its schema: nothing that it says can be relied upon."""


def insist_on_validity(path):
    problems = schema_validation.check(SCHEMAS, path, named=True)
    if problems:
        raise InvalidDocument("\n".join(f"{path}: {problem}" for problem in problems))


def validate(path):
    """One JSON document, read."""
    insist_on_validity(path)
    return json.loads(path.read_text(encoding="utf-8"))


def validate_lines(path):
    """The events of a journal. A last line without its newline does not count."""
    insist_on_validity(path)
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]
