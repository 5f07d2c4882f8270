"""Every document that a test reads is validated against its published schema first."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))

import validate as support  # noqa: E402


def validate(path):
    return support.load_and_validate(path)


def validate_lines(path):
    return support.load_and_validate_lines(path)
