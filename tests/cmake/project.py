"""Small CMake projects that tests write, configure, build and run ctest in. What they are built with comes from
the environment that tests/cmake/CMakeLists.txt sets."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))

import validate  # noqa: E402

CMAKE = os.environ.get("CARPOOL_TEST_CMAKE", "cmake")
CTEST = os.path.join(os.path.dirname(CMAKE), "ctest") if os.path.dirname(CMAKE) else "ctest"
PREFIX = os.environ.get("CARPOOL_TEST_PREFIX", "")
SOURCE = pathlib.Path(os.environ.get("CARPOOL_TEST_SOURCE", pathlib.Path(__file__).parents[2]))
WORK = pathlib.Path(os.environ.get("CARPOOL_TEST_DIRECTORY", "/tmp/carpool-cmake-tests"))
GENERATOR = os.environ.get("CARPOOL_TEST_GENERATOR", "Ninja")

HEAD = """cmake_minimum_required(VERSION 3.25)
project(Sample LANGUAGES CXX)
enable_testing()
find_package(GTest REQUIRED)
find_package(Carpool REQUIRED)
"""


class Outcome:
    """What a command printed and how it ended."""

    def __init__(self, completed):
        self.code = completed.returncode
        self.output = completed.stdout

    def flat(self):
        """The output as one line, since CMake wraps its messages."""
        return " ".join(self.output.split())


def run(*command, cwd=None, environment=None):
    completed = subprocess.run(
        [str(word) for word in command], cwd=cwd, text=True, errors="replace", check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
    )
    return Outcome(completed)


def must(outcome):
    if outcome.code != 0:
        raise AssertionError(f"ended with {outcome.code}:\n{outcome.output}")
    return outcome


class Project:
    """One project directory, made anew, with its build directory beside it."""

    def __init__(self, name, generator=GENERATOR):
        self.root = WORK / name
        self.source = self.root / "source"
        self.build_directory = self.root / "build"
        self.generator = generator
        shutil.rmtree(self.root, ignore_errors=True)
        self.source.mkdir(parents=True)

    def write(self, path, text):
        file = self.source / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def configure(self, *options):
        launcher = os.environ.get("CARPOOL_TEST_LAUNCHER", "")
        gtest = os.environ.get("CARPOOL_TEST_GTEST", "")
        return run(
            CMAKE, "-S", self.source, "-B", self.build_directory, "-G", self.generator,
            f"-DCMAKE_PREFIX_PATH={PREFIX}", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
            *([f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"] if launcher else []),
            *([f"-DGTest_DIR={gtest}"] if gtest else []), *options,
        )

    def build(self, *options):
        return run(CMAKE, "--build", self.build_directory, "--parallel", "2", *options)

    def ctest(self, *options, environment=None, directory="."):
        return run(CTEST, *options, cwd=self.build_directory / directory, environment=environment)

    def shown(self, *options, directory="."):
        """The entries as `ctest --show-only=json-v1` has them, in order."""
        outcome = must(self.ctest("--show-only=json-v1", *options, directory=directory))
        return json.loads(outcome.output[outcome.output.index("{"):])["tests"]

    def entries(self, *options):
        """What ctest knows: the properties of each entry by its name."""
        return {
            test["name"]: {"command": test.get("command", []),
                           **{each["name"]: each["value"] for each in test.get("properties", [])}}
            for test in self.shown(*options)
        }

    def names(self, *options):
        return sorted(name for name in self.entries(*options) if name != "carpool.report")

    def manifest(self, target, configuration=""):
        return self._document("manifest.json", target, configuration)

    def tests(self, target, configuration=""):
        return self._document("tests.json", target, configuration)

    def report(self):
        return read_document(self.build_directory / "Testing/Carpool/report.json")

    def _document(self, name, target, configuration):
        return read_document(self.build_directory / "carpool.tests" / target / configuration / name)


def read_document(file):
    """A document that Carpool wrote, checked against its published schema."""
    problems = validate.check(validate.Schemas(validate.DEFAULT_SCHEMAS), file, named=True)
    if problems:
        raise AssertionError(f"{file} breaks its schema: {problems}")
    return json.loads(file.read_text())


def passed(outcome):
    """The entries that ctest reports as passed."""
    return sorted(re.findall(r"Test +#\d+: (\S+) \.+ +Passed", outcome.output))
