"""`carpool run --build`: all continuous tests of a build folder without ctest, with what ctest would give each of them."""

import os
import pathlib
import re
import unittest

import project

PROJECT = project.HEAD + r"""
foreach(granularity IN ITEMS CLASS METHOD TARGET)
  string(TOLOWER ${granularity} name)
  add_executable(by_${name} some_test.cpp)
  target_link_libraries(by_${name} PRIVATE GTest::gtest_main)
  add_continuous_test(by_${name} GRANULARITY ${granularity} TEST_PREFIX "${name}:" WORKERS 2
    PROPERTIES ENVIRONMENT "WHO=${name}\;1" ENVIRONMENT_MODIFICATION "WHO=string_append:!"
      LABELS "${name};all" RESOURCE_LOCK log
  )
endforeach()

add_executable(with_fixture some_test.cpp)
target_link_libraries(with_fixture PRIVATE GTest::gtest_main)
add_continuous_test(with_fixture PROPERTIES FIXTURES_REQUIRED database LABELS fixture)
add_test(NAME start_database COMMAND true)
set_tests_properties(start_database PROPERTIES FIXTURES_SETUP database)

add_executable(judged some_test.cpp)
target_link_libraries(judged PRIVATE GTest::gtest_main)
add_continuous_test(judged GRANULARITY METHOD TEST_FILTER "Red.*" PROPERTIES WILL_FAIL TRUE LABELS judged)
"""

TESTS = r"""
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

void note(const char* what) {
  std::ofstream(variable("NOTES"), std::ios::app) << what << ' ' << variable("WHO") << std::endl;
}

TEST(Locked, Waits) {
  note("begin");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  note("end");
}
TEST(Environment, IsCTests) { EXPECT_EQ(variable("WHO").substr(variable("WHO").find(';')), ";1!"); }
TEST(Green, One) {}
TEST(Green, Two) {}
TEST(Green, DISABLED_Off) { FAIL(); }
TEST(DISABLED_All, Off) { FAIL(); }
TEST(Red, WhereAsked) { if (variable("RED") == "yes") FAIL() << "asked to"; }
class Values : public testing::TestWithParam<std::string> {};
TEST_P(Values, Odd) {}
INSTANTIATE_TEST_SUITE_P(These, Values, testing::Values("a;b", "${HOME}", "x{1}", "[", "a \"b\" c"));
"""

TARGETS = {"by_class", "by_method", "by_target"}


def setUpModule():  # noqa: N802 (unittest's name)
    global folder
    folder = project.Project("build_folder")
    folder.write("CMakeLists.txt", PROJECT)
    folder.write("some_test.cpp", TESTS)
    project.must(folder.configure())
    project.must(folder.build())


def run(*options, **environment):
    carpool = pathlib.Path(project.PREFIX) / "bin" / "carpool"
    (folder.root / "notes").unlink(missing_ok=True)
    return project.run(
        carpool, "run", "--build", folder.build_directory, *options,
        environment={"NOTES": str(folder.root / "notes"), **environment},
    )


def statuses():
    """The status of each method of the last run by `target:Class.Method`."""
    return {
        f"{of_class['target']}:{of_class['name']}.{method['name']}": method["status"]
        for of_class in folder.report()["classes"] for method in of_class["methods"]
    }


def only(status):
    return sorted(name for name, found in statuses().items() if found == status)


class WholeFolder(unittest.TestCase):
    def test_runs_what_ctest_would_and_names_what_it_leaves_to_it(self):
        outcome = run("-LE", "fixture|judged", "-j", "4")
        self.assertEqual(outcome.code, 0, outcome.output)
        self.assertIn("1 test is not run here, since add_continuous_test() has not added it: start_database", outcome.output)
        found = statuses()
        self.assertEqual(len(found), 3 * 12)
        self.assertEqual({name.split(":")[0] for name in found}, TARGETS)
        self.assertEqual(only("disabled"), sorted(
            f"{target}:{name}" for target in TARGETS for name in ("Green.DISABLED_Off", "DISABLED_All.Off")))
        self.assertEqual(len(only("passed")), 3 * 10)
        ctest = project.must(folder.ctest("-LE", "fixture|judged", environment={"NOTES": "/dev/null"}))
        self.assertIn("100% tests passed", ctest.output)
        self.assertEqual(statuses(), found)

    def test_keeps_to_locks_between_targets(self):
        self.assertEqual(run("-R", "Locked", "-L", "all", "-j", "8").code, 0)
        notes = (folder.root / "notes").read_text().splitlines()
        self.assertEqual(len(notes), 6)
        for begin, end in zip(notes[::2], notes[1::2]):
            self.assertEqual(begin.replace("begin", "end"), end)

    def test_is_red_for_what_only_ctest_can_run(self):
        outcome = run("-L", "fixture|judged")
        self.assertEqual(outcome.code, 1)
        self.assertIn('needs the fixture "database", which the test "start_database" sets up: run it with ctest', outcome.output)
        self.assertIn("judged by WILL_FAIL, which only ctest does: run it with ctest", outcome.output)
        self.assertEqual(set(statuses().values()), {"not_run", "disabled"})

    def test_is_red_for_a_target_that_is_not_built(self):
        executable = folder.build_directory / "carpool.tests/judged/entries.cmake"
        text = executable.read_text()
        executable.unlink()
        try:
            outcome = run("-R", "Green|judged")
        finally:
            executable.write_text(text)
        self.assertEqual(outcome.code, 1, outcome.output)
        self.assertIn("judged is not built: build it, then run ctest again.", outcome.output)
        self.assertIn("by_class:Green.One", statuses())


class Selection(unittest.TestCase):
    def test_picks_entries_and_single_methods_by_name(self):
        self.assertEqual(run("-R", r"^Green\.One$", "-L", "all").code, 0)
        self.assertEqual(set(statuses()), {f"{target}:Green.One" for target in TARGETS})
        self.assertEqual(run("-R", "^class:by_class[.]Green$").code, 0)
        self.assertEqual(set(statuses()), {"by_class:Green.One", "by_class:Green.Two", "by_class:Green.DISABLED_Off"})
        self.assertEqual(run("-R", "x{1}", "-L", "method").code, 0)
        self.assertEqual(set(statuses()), {"by_method:These/Values.Odd/2"})

    def test_takes_the_build_folder_that_it_stands_in(self):
        carpool = pathlib.Path(project.PREFIX) / "bin" / "carpool"
        outcome = project.run(carpool, "run", "-R", "Green.One", "-L", "class", cwd=folder.build_directory)
        self.assertEqual(outcome.code, 0, outcome.output)
        self.assertEqual(set(statuses()), {"by_class:Green.One"})

    def test_exits_with_4_where_nothing_matches(self):
        for options in (("-R", "nobody"), ("-R", "^start_database$"), ("-R", "DISABLED_All", "-L", "all")):
            outcome = run(*options)
            self.assertEqual(outcome.code, 4, outcome.output)
            self.assertIn("nothing to run in ", outcome.output)

    def test_runs_again_what_was_red(self):
        self.assertEqual(run("-L", "all", RED="yes").code, 1)
        self.assertEqual(only("failed"), sorted(f"{target}:Red.WhereAsked" for target in TARGETS))
        again = run("--rerun-failed", RED="yes")
        self.assertEqual(again.code, 1)
        self.assertIn(f"again: carpool run --build {folder.build_directory} --rerun-failed", again.output)
        self.assertEqual(set(statuses().values()), {"failed"})
        self.assertEqual(run("--rerun-failed").code, 0)
        self.assertEqual(only("passed"), sorted(f"{target}:Red.WhereAsked" for target in TARGETS))
        self.assertEqual(run("--rerun-failed").code, 4)

    def test_shards_cover_everything_once(self):
        self.assertEqual(run("-L", "all").code, 0)
        whole = statuses()
        seen = []
        divisions = set()
        for index in ("1/3", "2/3", "3/3"):
            outcome = run("-L", "all", "--shard", index)
            self.assertEqual(outcome.code, 0, outcome.output)
            divisions.add(re.search(r"shard ./3: \d+ of 18 classes, division (\w+)", outcome.output).group(1))
            seen += statuses()
        self.assertEqual(len(divisions), 1)
        self.assertEqual(sorted(seen), sorted(whole))

    def test_shards_without_a_method_to_run_account_for_the_disabled_ones(self):
        seen = []
        for index in range(1, 5):
            outcome = run("-R", "Green.One|DISABLED_All", "-L", "class", "--shard", f"{index}/4")
            self.assertEqual(outcome.code, 0, outcome.output)
            if "report: " in outcome.output:
                seen += statuses().items()
        self.assertEqual(sorted(seen), [("by_class:DISABLED_All.Off", "disabled"), ("by_class:Green.One", "passed")])


class Course(unittest.TestCase):
    def test_shuffles_by_a_seed(self):
        def order(outcome):
            self.assertEqual(outcome.code, 0, outcome.output)
            return re.findall(r"\[ +passed +\] class (\S+)", outcome.output)

        first = order(run("-L", "all", "--shuffle=5", "-j", "1"))
        self.assertEqual(len(first), 5 * 3)
        self.assertEqual(order(run("-L", "all", "--shuffle=5", "-j", "1")), first)
        self.assertNotEqual(order(run("-L", "all", "--shuffle=6", "-j", "1")), first)
        self.assertRegex(run("-L", "all", "--shuffle").output, r"shuffled, --shuffle=\d+ is this order again")

    def test_repeats_until_something_is_red(self):
        def runs():
            return len(list((folder.build_directory / "Testing/Carpool/runs").iterdir()))

        green = run("-R", "Green.One", "-L", "class", "--repeat", "3")
        self.assertEqual(green.code, 0, green.output)
        self.assertEqual(re.findall(r"carpool: run (\d) of 3", green.output), ["1", "2", "3"])
        self.assertIn("carpool: all 3 runs are green\n", green.output)
        before = runs()
        red = run("-R", "Red", "-L", "class", "--repeat", "3", RED="yes")
        self.assertEqual(red.code, 1)
        self.assertEqual(re.findall(r"carpool: run (\d) of 3", red.output), ["1"])
        self.assertIn("carpool: ended with run 1 of 3, which is not green\n", red.output)
        self.assertEqual(only("failed"), ["by_class:Red.WhereAsked"])
        self.assertLessEqual(runs(), before + 1)

    def test_gives_each_repetition_an_order_of_its_own(self):
        words = ("-L", "all", "-j", "1")
        repeated = run(*words, "--shuffle=5", "--repeat", "3")
        self.assertEqual(re.findall(r"--shuffle=(\d+) is this order again", repeated.output), ["5", "6", "7"])
        orders = repeated.output.split("is this order again")[1:]
        classes = [re.findall(r"\[ +passed +\] class (\S+)", part) for part in orders]
        self.assertNotEqual(classes[0], classes[1])
        last = run(*words, "--shuffle=7").output
        self.assertEqual(re.findall(r"\[ +passed +\] class (\S+)", last), classes[2])

    def test_begins_nothing_more_after_the_first_red(self):
        self.assertEqual(run("-L", "all", RED="yes").code, 1)
        # What was red goes first.
        outcome = run("-L", "all", "--fail-fast", "-j", "1", RED="yes")
        self.assertEqual(outcome.code, 1)
        self.assertEqual(len(only("failed")), 1)
        self.assertEqual(len(only("not_run")), 3 * 10 - 1)
        self.assertIn("not begun, since Red.WhereAsked was red (--fail-fast)", outcome.output)


class Misuse(unittest.TestCase):
    def test_says_what_to_write_instead(self):
        build = str(folder.build_directory)
        carpool = pathlib.Path(project.PREFIX) / "bin" / "carpool"
        without_tests = folder.root / "without tests"
        without_tests.mkdir(exist_ok=True)
        (without_tests / "CMakeCache.txt").touch()
        for code, words, part in [
            (2, [], "give --build <folder>, --manifest <file>"),
            (2, ["--build", build, "--class", "A"], "--class is for one target or executable and does not go with --build: pick"),
            (2, ["--manifest", "m", "-R", "x"], "-R is for --build and does not go with --manifest: choose there by --class"),
            (2, ["--build", build, "--shard", "3/2"], "'3/2' is none: give the number of one and of all"),
            (2, ["--build", build, "--shuffle=x"], "'x' is no seed"),
            (2, ["--build", build, "-R", "("], "'(' is no regular expression"),
            (2, ["--build", build, "--repeat", "0"], "--repeat: '0' is none: give a number from 1 to 9999"),
            (2, ["--bulid", build], "there is no option '--bulid': did you mean --build?"),
            (2, ["--build", build, "--shuffle", "7"], "write --shuffle=7"),
            (2, ["some_tests", "-R", "x"], "-R is for --build and does not go with an executable"),
            (2, ["some_tests", "--", "--gtest_filter=X"], "choose by --class and --method"),
            (4, ["--build", str(without_tests)], "ctest knows no test there: is enable_testing() called"),
            (4, ["--build", build, "-R", "NoSuchTest"], "no continuous test matches"),
            (3, ["--build", "/no/such/folder"], "--build takes the folder that CMake has configured"),
        ]:
            with self.subTest(words=words):
                outcome = project.run(carpool, "run", *words)
                self.assertEqual(outcome.code, code, outcome.output)
                self.assertIn(part, outcome.output)

    def test_leaves_what_the_last_ctest_wrote_as_it_is(self):
        log = pathlib.Path(folder.build_directory) / "Testing" / "Temporary" / "LastTest.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("of the user's own ctest\n")
        self.assertEqual(run("-R", "Green.One", "-L", "class").code, 0)
        self.assertEqual(log.read_text(), "of the user's own ctest\n")

    def test_leaves_nothing_behind_in_the_results_folder(self):
        self.assertEqual(run("-R", "Green.One", "-L", "class").code, 0)
        left = {entry.name for entry in os.scandir(folder.build_directory / "Testing/Carpool")}
        self.assertEqual(left, {".lock", "history.json", "report.json", "runs"})


if __name__ == "__main__":
    unittest.main()
