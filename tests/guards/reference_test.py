"""The README, the module's reference, the module's code and `carpool --help` say the same.

CARPOOL_EXECUTABLE is the runner to ask.
"""

import os
import pathlib
import re
import subprocess
import unittest

import reference

ROOT = pathlib.Path(__file__).resolve().parents[2]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def help_of(*verb):
    command = [os.environ["CARPOOL_EXECUTABLE"], *verb, "--help"]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


class TheOptions(unittest.TestCase):
    def setUp(self):
        self.keywords = reference.module_keywords(text_of("cmake/carpool/Arguments.cmake"))

    def test_are_found_in_the_code(self):
        self.assertLessEqual({"EXTRA_ARGS", "ISOLATE", "NO_PRETTY_TYPES"}, self.keywords)

    def test_are_all_in_the_readme(self):
        readme = text_of("README.md")
        not_yet = set(reference.KEYWORD.findall(reference.section(readme, "What this version does not do")))
        options = reference.readme_options(readme)
        self.assertEqual(set(), self.keywords - options - not_yet, "missing in the README")
        self.assertEqual(set(), options - self.keywords, "in the README, unknown to the module")

    def test_are_all_in_the_reference(self):
        text = reference.module_reference(text_of("cmake/AddContinuousTest.cmake"))
        self.assertEqual(set(), self.keywords - set(reference.KEYWORD.findall(text)))


class TheCommandLine(unittest.TestCase):
    def test_has_the_verbs_that_the_readme_names(self):
        self.assertEqual(reference.help_verbs(help_of()), reference.readme_verbs(text_of("README.md")))

    def test_has_the_exit_codes_that_the_readme_names(self):
        codes = reference.help_exit_codes(help_of())
        self.assertEqual(codes, reference.readme_exit_codes(text_of("README.md")))
        in_code = set(map(int, re.findall(r"= (\d+),", text_of("runner/base/exit_code.h"))))
        self.assertEqual(codes, in_code)

    def test_gives_an_example_for_each_verb(self):
        for verb in sorted(reference.help_verbs(help_of())):
            with self.subTest(verb=verb):
                text = help_of(verb)
                self.assertIn("Example", text)
                for manifest in re.findall(r"\S+manifest\.json", text):
                    self.assertEqual("build/carpool.tests/core_tests/manifest.json", manifest)


class TheStatuses(unittest.TestCase):
    def test_are_all_explained_in_the_readme(self):
        words = reference.status_words(text_of("runner/base/status.cpp"))
        self.assertGreater(len(words), 10)
        explained = set(reference.CODE.findall(text_of("README.md")))
        self.assertEqual(set(), words - explained)


class TheExamples(unittest.TestCase):
    def test_of_the_readme_are_those_that_are_built(self):
        readme = text_of("README.md")
        self.assertIn("```cpp\n" + text_of("examples/gang/ring_test.cpp") + "```\n", readme)
        lists = text_of("examples/gang/CMakeLists.txt")
        for line in ("add_executable(ring_tests ring_test.cpp ring.cpp)", "add_continuous_test(ring_tests WORLD_SIZE 4)"):
            self.assertIn(line + "\n", readme)
            self.assertIn(line + "\n", lists)


class TheVersion(unittest.TestCase):
    def test_is_the_first_in_the_changelog(self):
        version = re.search(r"project\(Carpool VERSION ([\d.]+)", text_of("CMakeLists.txt")).group(1)
        newest = re.search(r"^## ([\d.]+)", text_of("CHANGELOG.md"), re.MULTILINE).group(1)
        self.assertEqual(version, newest)


class TheReading(unittest.TestCase):
    """That the guards above would see a difference."""

    README = (
        "## Options\n| option | meaning |\n|---|---|\n| `REUSE` | x |\n| `PREFIX` t, `SUFFIX` t | x |\n"
        "## The command line\n| code | m |\n|---|---|\n| 0 | green |\n| `carpool run` | x |\n## End\n`LATER`\n"
    )

    def test_takes_options_from_the_first_column_only(self):
        self.assertEqual({"REUSE", "PREFIX", "SUFFIX"}, reference.readme_options(self.README))

    def test_takes_codes_and_verbs_of_the_readme(self):
        self.assertEqual({0}, reference.readme_exit_codes(self.README))
        self.assertEqual({"run"}, reference.readme_verbs(self.README))

    def test_takes_keywords_of_the_module(self):
        text = "set_property(GLOBAL PROPERTY _CARPOOL_LIST_KEYWORDS\n  REUSE PREFIX\n)\n"
        self.assertEqual({"REUSE", "PREFIX"}, reference.module_keywords(text))
        self.assertEqual(set(), reference.module_keywords("set_property(GLOBAL PROPERTY OTHER REUSE)"))

    def test_takes_the_reference_of_the_module(self):
        self.assertEqual(" REUSE ", reference.module_reference("#[==[ REUSE ]==]\nfunction(f)"))

    def test_takes_codes_and_verbs_of_the_help(self):
        text = "Subcommands:\n  run         Runs\n  report      Reports\n\nExit codes: 0 green; 70 a\nbug\n"
        self.assertEqual({"run", "report"}, reference.help_verbs(text))
        self.assertEqual({0, 70}, reference.help_exit_codes(text))


if __name__ == "__main__":
    unittest.main()
