"""`carpool compare` of whole suites and of samples, its JSON against the schema, and who reads it then."""

import pathlib
import unittest

import project

CARPOOL = pathlib.Path(project.PREFIX) / "bin/carpool"

LISTS = project.HEAD + """
add_executable(core core_test.cpp)
target_link_libraries(core PRIVATE GTest::gtest_main)
add_continuous_test(core)
"""

# Set-up is dear enough for the saving to be beyond any noise.
CODE = """
#include <gtest/gtest.h>
#include <chrono>
#include <thread>
struct Shared : testing::Test {
  static void SetUpTestSuite() { std::this_thread::sleep_for(std::chrono::milliseconds(40)); }
};
TEST_F(Shared, A) {} TEST_F(Shared, B) {} TEST_F(Shared, C) {} TEST_F(Shared, D) {} TEST_F(Shared, E) {}
TEST(Small, A) {} TEST(Small, B) {}
TEST(Single, A) {}
"""

sample = project.Project("comparison")


def setUpModule():
    sample.write("CMakeLists.txt", LISTS)
    sample.write("core_test.cpp", CODE)
    project.must(sample.configure())
    project.must(sample.build())


def compare(*options):
    manifest = sample.build_directory / "carpool.tests/core/manifest.json"
    outcome = project.must(project.run(CARPOOL, "compare", "--manifest", manifest, *options,
                                       cwd=sample.build_directory))
    return outcome.output, project.read_document(sample.build_directory / "Testing/Carpool/comparison.json")


class Comparison(unittest.TestCase):
    def test_of_all_methods_is_measured(self):
        text, comparison = compare("--blocks", "3")
        self.assertIn("Every method has the same verdict both ways.", text)
        self.assertNotIn("is estimated from", text)
        total = comparison["total"]
        self.assertEqual((3, 8), (total["classes"], total["methods"]))
        self.assertEqual("measured", total["spawn_baseline"]["basis"])
        self.assertNotIn("sampled_methods", total)
        self.assertNotIn("sample", comparison["measurement"])
        self.assertTrue(total["spawn_baseline"]["established"])

    def test_of_a_sample_says_what_it_rests_on(self):
        text, comparison = compare("--blocks", "3", "--sample", "2")
        self.assertIn('"before" is estimated from 5 of 8 methods, up to 2 of each class', text)
        total = comparison["total"]
        self.assertEqual("estimated", total["spawn_baseline"]["basis"])
        self.assertEqual((8, 5), (total["methods"], total["sampled_methods"]))
        self.assertEqual(2, comparison["measurement"]["sample"]["methods_per_class"])
        (ctest,) = (each for each in comparison["references"] if each["name"] == "ctest")
        self.assertFalse(ctest["available"])
        self.assertIn("--sample", ctest["reason"])
        for form in ("markdown", "github-benchmark", "google-benchmark", "bencher"):
            with self.subTest(form=form):
                written = project.must(project.run(CARPOOL, "export", form, "Testing/Carpool/comparison.json",
                                                   cwd=sample.build_directory)).output
                self.assertIn("Shared", written)
                if form == "markdown":
                    self.assertIn("estimated", written)

    def test_ends_once_it_is_exact_enough(self):
        text, comparison = compare("--until", "100%")
        self.assertEqual({"margin_percent": 100, "reached": True}, comparison["measurement"]["until"])
        self.assertEqual(3, comparison["measurement"]["blocks"], "an interval takes at least 3")
        self.assertIn("block 1 of at most 60", text)

    def test_says_that_it_did_not_become_exact_enough(self):
        text, comparison = compare("--until", "0.1%", "--blocks", "3")
        self.assertEqual({"margin_percent": 0.1, "reached": False}, comparison["measurement"]["until"])
        self.assertRegex(text, r"The speedup in total is known to \+-[\d.]+ % after 3 blocks, not to \+-0.1 %: "
                               r"allow more with\s+--blocks")


if __name__ == "__main__":
    unittest.main()
