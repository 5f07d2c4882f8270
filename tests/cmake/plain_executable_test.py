"""`carpool run` and `carpool compare` of an ordinary GoogleTest executable, which knows nothing of Carpool."""

import json
import pathlib
import re
import shutil
import unittest

import project

PROJECT = project.HEAD + r"""
add_executable(plain plain_test.cpp)
target_link_libraries(plain PRIVATE GTest::gtest_main)
add_executable(green green_test.cpp)
target_link_libraries(green PRIVATE GTest::gtest)
add_executable(no_tests no_tests.cpp)
"""

PLAIN = r"""
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

TEST(Mixed, Skips) { GTEST_SKIP() << "not here"; }
TEST(Mixed, Fails) {
  std::puts("its output");
  std::puts("[  SKIPPED ] Mixed.Fails (0 ms)");
  std::puts("[       OK ] Mixed.Fails (0 ms)");
  EXPECT_EQ(1, 2) << "on purpose";
}
TEST(Mixed, Crashes) {
  std::puts("last words");
  std::fflush(stdout);
  std::abort();
}
TEST(Mixed, Passes) {}
TEST(Mixed, DISABLED_Off) { FAIL(); }
TEST(Ends, Exits) { std::exit(0); }
TEST(Ends, Hangs) {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}
TEST(Ends, Passes) {}
class SetUp : public testing::Test {
 public:
  static void SetUpTestSuite() { FAIL() << "no database"; }
};
TEST_F(SetUp, One) {}
class TearDown : public testing::Test {
 public:
  static void TearDownTestSuite() { FAIL() << "left open"; }
};
TEST_F(TearDown, One) {}
TEST(Death, Dies) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(std::abort(), "");
}
class Values : public testing::TestWithParam<int> {};
TEST_P(Values, Passes) { std::printf("value %d\n", GetParam()); }
INSTANTIATE_TEST_SUITE_P(Some, Values, testing::Range(0, 3));
"""

GREEN = r"""
#include <gtest/gtest.h>

#include <string>

std::string word;
TEST(Green, HasTheArgument) { EXPECT_EQ(word, "data"); }
TEST(Green, Passes) {}
int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  if (count > 2 && std::string(arguments[1]) == "--word") word = arguments[2];
  return RUN_ALL_TESTS();
}
"""


def setUpModule():  # noqa: N802 (unittest's name)
    global folder
    folder = project.Project("plain_executable")
    folder.write("CMakeLists.txt", PROJECT)
    folder.write("plain_test.cpp", PLAIN)
    folder.write("green_test.cpp", GREEN)
    folder.write("no_tests.cpp", '#include <cstdio>\nint main() { std::puts("hello"); return 7; }\n')
    project.must(folder.configure())
    project.must(folder.build())


def carpool(*words):
    return project.run(pathlib.Path(project.PREFIX) / "bin" / "carpool", *words, cwd=folder.build_directory)


class Plain(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(folder.build_directory / "Testing", ignore_errors=True)

    def methods(self):
        return {
            f"{of_class['name']}.{method['name']}": method
            for of_class in folder.report()["classes"] for method in of_class["methods"]
        }

    def test_accounts_for_every_test(self):
        outcome = carpool("run", "./plain", "--timeout", "3", "-j", "2")
        self.assertEqual(outcome.code, 1, outcome.output)
        methods = self.methods()
        self.assertEqual({name: method["status"] for name, method in methods.items()}, {
            "Mixed.Skips": "skipped", "Mixed.Fails": "failed", "Mixed.Crashes": "crashed", "Mixed.Passes": "passed",
            "Mixed.DISABLED_Off": "disabled", "Ends.Exits": "exited", "Ends.Hangs": "timed_out", "Ends.Passes": "passed",
            "SetUp.One": "not_run", "TearDown.One": "passed", "Death.Dies": "passed",
            "Some/Values.Passes/0": "passed", "Some/Values.Passes/1": "passed", "Some/Values.Passes/2": "passed",
        })
        self.assertEqual(methods["Mixed.Skips"]["reason"], "not here")
        self.assertIn("on purpose", methods["Mixed.Fails"]["failures"][0]["message"])
        self.assertEqual(methods["Mixed.Crashes"]["output"]["text"], "last words\n")
        self.assertEqual(methods["Some/Values.Passes/1"]["output"]["text"], "value 1\n")
        classes = {of_class["name"]: of_class["status"] for of_class in folder.report()["classes"]}
        self.assertEqual(classes["SetUp"], "setup_failed")
        self.assertEqual(classes["TearDown"], "teardown_failed")
        again = re.search(r"again: carpool (run --manifest \S+ .*)", outcome.output).group(1)
        self.assertEqual(carpool(*again.split()).code, 1)
        self.assertNotIn("Mixed.Passes", self.methods())

    def test_does_not_run_again_what_failed_before_a_crash(self):
        outcome = carpool("run", "plain", "--class", "Mixed")
        methods = self.methods()
        self.assertEqual(methods["Mixed.Fails"]["worker"], methods["Mixed.Crashes"]["worker"])
        self.assertEqual(methods["Mixed.Fails"]["attempts"], 1)
        self.assertIn("1 method that has run already runs once more, alone", outcome.output)  # the skip
        self.assertNotIn("Running main()", outcome.output)

    def test_begins_nothing_after_a_failure_where_that_is_asked_for(self):
        outcome = carpool("run", "plain", "--fail-fast", "-j", "1", "--class", "Mixed")
        self.assertEqual(outcome.code, 1, outcome.output)
        methods = self.methods()
        self.assertEqual({name: method["status"] for name, method in methods.items()}, {
            "Mixed.Skips": "skipped", "Mixed.Fails": "failed", "Mixed.Crashes": "not_run", "Mixed.Passes": "not_run",
            "Mixed.DISABLED_Off": "disabled",
        })
        self.assertIn("on purpose", methods["Mixed.Fails"]["failures"][0]["message"])
        crashed = carpool("run", "plain", "--fail-fast", "-j", "1", "--method", "Mixed.Skips", "--method",
                          "Mixed.Crashes", "--method", "Mixed.Passes")
        self.assertEqual({name: method["status"] for name, method in self.methods().items()}, {
            "Mixed.Skips": "skipped", "Mixed.Crashes": "crashed", "Mixed.Passes": "not_run",
        }, crashed.output)

    def test_gives_arguments_on(self):
        self.assertEqual(carpool("run", "green", "--", "--word", "data").code, 0)
        self.assertEqual(carpool("run", "green").code, 1)
        self.assertEqual(carpool("run", "green", "--method", "Green.Passes").code, 0)
        self.assertEqual(list(self.methods()), ["Green.Passes"])
        self.assertEqual(carpool("run", "green", "--method", "Green.Nobody").code, 4)

    def test_says_what_cannot_be_run(self):
        for words, part in [
            (["no_tests"], "exited with code 7 and listed nothing: is it a GoogleTest program, 1.10 or later?"),
            (["nothing_here"], "there is no executable"),
            (["CMakeCache.txt"], "may not be executed"),
            (["CMakeFiles"], "CMakeFiles is a folder, not an executable: for a build folder, write carpool run --build CMakeFiles"),
        ]:
            for verb in ("run", "compare"):
                with self.subTest(words=words, verb=verb):
                    outcome = carpool(verb, *words)
                    self.assertEqual(outcome.code, 3, outcome.output)
                    self.assertIn(part, outcome.output)
        self.assertEqual(carpool("run", "green", "--build", ".").code, 2)

    def test_compares_with_a_process_for_each_test(self):
        outcome = carpool("compare", "green", "--blocks", "3", "--", "--word", "data")
        self.assertEqual(outcome.code, 0, outcome.output)
        self.assertIn("Every method has the same verdict both ways.", outcome.output)
        comparison = project.read_document(folder.build_directory / "Testing/Carpool/comparison.json")
        self.assertEqual([each["name"] for each in comparison["classes"]], ["Green"])

    def test_keeps_results_where_it_is_told(self):
        place = folder.root / "else where"
        shutil.rmtree(place, ignore_errors=True)
        self.assertEqual(carpool("run", "green", "--results", place, "--", "--word", "data").code, 0)
        self.assertFalse((folder.build_directory / "Testing").exists())
        report = project.read_document(place / "report.json")
        self.assertEqual(report["totals"]["passed"], 2)
        (described,) = (place / "executables").iterdir()
        self.assertTrue(described.name.startswith("green-"), described)
        manifest = project.read_document(described / "manifest.json")
        self.assertIs(manifest["plugin"], False)
        self.assertEqual(json.loads((described / "tests.json").read_text())["framework"], "googletest")

    def test_tells_executables_of_one_name_apart(self):
        other = folder.root / "other" / "green"
        other.parent.mkdir(exist_ok=True)
        shutil.copy2(folder.build_directory / "plain", other)
        red = carpool("run", "green")
        again = re.search(r"again: carpool (run --manifest \S+ .*)", red.output).group(1)
        self.assertEqual(carpool("run", other, "--method", "Mixed.Passes").code, 0)
        self.assertEqual(carpool(*again.split()).code, 1)
        self.assertEqual(list(self.methods()), ["Green.HasTheArgument"])


if __name__ == "__main__":
    unittest.main()
