"""The project that the tests of exporters run, built once, and what they all ask of it."""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from jsonschema import Draft202012Validator

import project as projects

HERE = pathlib.Path(__file__).resolve().parent
CARPOOL = pathlib.Path(projects.PREFIX) / "bin" / "carpool"
DOCUMENTS = {"junit": "junit.xml", "ctrf": "ctrf.json", "chrome-trace": "trace.json", "markdown": "summary.md",
             "github-benchmark": "github.json", "google-benchmark": "google.json", "bencher": "bencher.json"}


class Sample:
    """The built project after one ctest that wrote every format by CARPOOL_EXPORT."""

    def __init__(self, name):
        self.project = projects.Project(name)
        for file in sorted((HERE / "project").iterdir()):
            self.project.write(file.name, file.read_text())
        projects.must(self.project.configure())
        projects.must(self.project.build())
        self.results = self.project.build_directory / "Testing" / "Carpool"
        self.written = self.project.root / "written"
        wishes = ",".join(f"{form}:{self.written / file}" for form, file in DOCUMENTS.items())
        self.ctest = self.project.ctest("-j2", environment={"CARPOOL_EXPORT": wishes})
        self.report = self.project.report()
        self.run = self.results / "runs" / self.report["run"]["id"]

    def document(self, form):
        return (self.written / DOCUMENTS[form]).read_bytes()

    def methods(self):
        """(class, method) for each method of the report."""
        return [(of_class, method) for of_class in self.report["classes"] for method in of_class["methods"]]


@functools.cache
def sample():
    return Sample("exporters")


def export(*arguments, cwd=None):
    return subprocess.run([CARPOOL, "export", *map(str, arguments)], cwd=cwd, check=False, capture_output=True)


def exported(*arguments):
    outcome = export(*arguments)
    if outcome.returncode != 0:
        raise AssertionError(f"export {arguments} ended with {outcome.returncode}: {outcome.stderr.decode()}")
    return outcome.stdout


def valid(schema, document):
    """The document, parsed, after it was checked against the schema."""
    value = json.loads(document.decode("utf-8"))
    problems = [f"{list(error.absolute_path)}: {error.message[:300]}"
                for error in Draft202012Validator(schema).iter_errors(value)]
    if problems:
        raise AssertionError("\n".join(problems[:10]))
    return value


def valid_xml(document, directory):
    """Checked against the schema of what Jenkins reads."""
    file = pathlib.Path(directory) / "checked.xml"
    file.write_bytes(document)
    tool = shutil.which("xmllint")
    if tool is None:
        raise AssertionError("xmllint is missing (Debian: libxml2-utils)")
    command = [tool, "--huge", "--noout", "--schema", HERE / "junit.xsd", file]
    outcome = subprocess.run(command, check=False, capture_output=True, text=True)
    if outcome.returncode != 0:
        raise AssertionError(outcome.stderr[:3000])


def plain(text):
    """Without what differs from run to run: numbers, durations, names of this machine."""
    text = re.sub(r"\b\d[\d.,:TZ-]*(e[+-]?\d+)?", "0", text)
    return re.sub(r"\b0 (ms|s|us|min)\b", "0", re.sub(r'("?host(?:name|_name)?"?[=:] ?")[^"]*', r"\1", text))
