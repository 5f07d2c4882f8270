"""Patterns of add_continuous_test() that match nothing: told where a user looks, and no reason to fail."""

import re
import unittest

import project

LISTS = project.HEAD + """
set(sources alpha_test.cpp beta_test.cpp)
add_executable(first ${sources})
target_link_libraries(first PRIVATE GTest::gtest_main)
add_continuous_test(first ${OPTIONS})
add_continuous_test(second SOURCES ${sources} LINK_LIBRARIES GTest::gtest_main ${OPTIONS})
"""
FILES = {
    "alpha_test.cpp": "#include <gtest/gtest.h>\nTEST(Alpha, One) {}\n",
    "beta_test.cpp": "#include <gtest/gtest.h>\nTEST(Beta, Two) {}\n",
}


class Patterns(unittest.TestCase):
    def sample(self, *options):
        sample = project.Project(f"patterns/{self._testMethodName}")
        sample.write("CMakeLists.txt", LISTS.replace("${OPTIONS}", " ".join(options)))
        for path, text in FILES.items():
            sample.write(path, text)
        project.must(sample.configure())
        return sample, project.must(sample.build())

    def warnings(self, outcome):
        """By what they begin with. Of two executables that are listed at the same time, both may see that theirs was
        the last list, and say so."""
        lines = [line for line in outcome.output.splitlines() if "carpool discover: warning:" in line]
        return sorted({line.partition("warning: ")[2] for line in lines})

    def targets(self, warnings, beginning):
        return sorted({re.match(beginning, warning)[1] for warning in warnings})

    def test_a_filter_that_matches_in_one_executable_of_a_call_is_no_matter(self):
        sample, built = self.sample("TEST_FILTER", "Alpha.*")
        self.assertEqual(self.warnings(built), [])
        self.assertEqual(sample.names(), ["first.Alpha", "second.Alpha"])

    def test_a_filter_that_matches_nothing_is_a_warning_and_a_skipped_entry(self):
        for mode in ("POST_BUILD", "PRE_TEST"):
            with self.subTest(mode):
                sample, built = self.sample("TEST_FILTER", "Nothing.*", "DISCOVERY_MODE", mode)
                outcome = project.must(sample.ctest("--verbose"))
                warnings = self.warnings(built if mode == "POST_BUILD" else outcome)
                beginning = r'(\w+): none of the \d tests of [\w.]+ matches TEST_FILTER "Nothing\.\*": correct it'
                self.assertEqual(self.targets(warnings, beginning), ["first", "second"])
                self.assertEqual(sample.names(), ["first_NO_TESTS", "second_NO_TESTS"])
                self.assertIn('No test of first matches TEST_FILTER "Nothing.*".', outcome.flat())
                self.assertIn("first_NO_TESTS (Skipped)", outcome.flat())
                self.assertIn("second_NO_TESTS (Skipped)", outcome.flat())

    def test_a_glob_that_isolates_nothing_is_a_warning_of_the_build_and_of_the_report(self):
        sample, built = self.sample("ISOLATE", "Alpha.One", "Alpha")
        warnings = self.warnings(built)
        beginning = r'ISOLATE "Alpha" of add_continuous_test\((\w+)\) matches no method'
        self.assertEqual(self.targets(warnings, beginning), ["first", "second"])
        for warning in warnings:
            self.assertIn(f"{sample.source}/CMakeLists.txt", warning)
        outcome = project.must(sample.ctest("--verbose"))
        self.assertEqual(outcome.output.count('warning: ISOLATE "Alpha" of'), 2)
        found = sample.report()["warnings"]
        self.assertEqual(len(found), 2)
        self.assertIn("add_continuous_test(first)", found[0] + found[1])
        self.assertIn("add_continuous_test(second)", found[0] + found[1])
        self.assertFalse(sample.report()["run"]["red"])

    def test_globs_that_match_are_no_matter(self):
        sample, built = self.sample("ISOLATE", "Alpha.One", '"Bet*"')
        self.assertEqual(self.warnings(built), [])
        project.must(sample.ctest())
        self.assertNotIn("warnings", sample.report())

    def test_an_executable_without_tests_is_a_skipped_entry_too(self):
        sample = project.Project(f"patterns/{self._testMethodName}")
        sample.write("CMakeLists.txt", project.HEAD + """
add_executable(empty empty_test.cpp)
target_link_libraries(empty PRIVATE GTest::gtest_main)
add_continuous_test(empty)
""")
        sample.write("empty_test.cpp", "#include <gtest/gtest.h>\n")
        project.must(sample.configure())
        self.assertEqual(self.warnings(project.must(sample.build()))[0].partition(" (")[0], "empty has no tests")
        self.assertIn("empty_NO_TESTS (Skipped)", project.must(sample.ctest()).flat())


if __name__ == "__main__":
    unittest.main()
