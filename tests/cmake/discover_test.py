"""`carpool discover` on programs that cannot be listed: shell scripts stand in for test executables, so that each
way of going wrong is a few lines."""

import json
import os
import pathlib
import unittest

import project

CARPOOL = os.path.join(project.PREFIX, "bin", "carpool")
HELLO = "hello\\t1\\t0.1.0\\tgoogletest\\t1.12\\t%d\\n"

# What a worker in list mode says, as shell code.
SAY = """say() { fd="${CARPOOL_CHANNEL#fd:}"; eval "printf \\"$1\\" 1>&$fd"; }\n"""
TEST_LINE = "test\\tAlpha\\tone\\t\\t\\t/s/a.cpp\\t3\\t\\n"
GOOD = SAY + f"say '{HELLO}{TEST_LINE}listed\\t1\\t1\\n'\n"


class Discover(unittest.TestCase):
    def setUp(self):
        self.directory = project.WORK / "discover" / self._testMethodName
        self.directory.mkdir(parents=True, exist_ok=True)

    def manifest(self, **changes):
        manifest = {
            "schema": "carpool/manifest/v1", "target": "core", "executable": str(self.directory / "core tests"),
            "launcher": [], "working_directory": str(self.directory), "extra_arguments": ["--only-for-tests"],
            "discovery_extra_arguments": ["--quick"], "framework": "googletest", "test_filter": "A*:-B*",
            "entry_prefix": "", "entry_suffix": "", "test_list_variable": "core_TESTS", "pretty_types": True,
            "pretty_values": True, "reuse": "class", "isolation": "shared", "isolate": [], "workers": 1,
            "test_timeout_ms": 1500000, "startup_timeout_ms": 60000, "discovery_timeout_ms": 60000, "retries": 0,
            "properties": [], "results_directory": str(self.directory / "results"),
            "test_list": str(self.directory / "tests.json"), "ctest_file": str(self.directory / "entries.cmake"),
            "defined_in": "/s/CMakeLists.txt", **changes,
        }
        file = self.directory / "manifest.json"
        file.write_text(json.dumps(manifest))
        return file

    def discover(self, script, environment=None, **changes):
        program = self.directory / "core tests"
        if script is not None:
            program.write_text("#!/bin/sh\n" + script)
            program.chmod(0o755)
        return project.run(CARPOOL, "discover", "--manifest", self.manifest(**changes), environment=environment)

    def expect_error(self, outcome, *parts):
        self.assertEqual(outcome.code, 3, outcome.output)
        for part in [f"cannot list the tests of {self.directory / 'core tests'}", "/s/CMakeLists.txt", *parts]:
            self.assertIn(part, outcome.output)

    def test_a_program_that_lists_its_tests(self):
        outcome = self.discover(GOOD)
        self.assertEqual((outcome.code, outcome.output), (0, ""))
        project.read_document(self.directory / "manifest.json")
        tests = project.read_document(self.directory / "tests.json")
        self.assertEqual(tests["classes"], [{"name": "Alpha", "methods": [
            {"name": "one", "file": "/s/a.cpp", "line": 3, "disabled": False}]}])
        self.assertIn("core.Alpha", (self.directory / "entries.cmake").read_text())

    def test_it_gets_the_arguments_of_discovery_and_no_others(self):
        project.must(self.discover('printf "%s|" "$@" > arguments; pwd > directory; cat > input\n' + GOOD))
        self.assertEqual((self.directory / "arguments").read_text(),
                         "--gtest_list_tests|--gtest_filter=A*:-B*|--quick|")
        self.assertEqual((self.directory / "directory").read_text().strip(), str(self.directory))

    def test_the_environment_of_the_build_selects_no_tests(self):
        project.must(self.discover("env > environment\n" + GOOD, {
            "GTEST_FILTER": "None.*", "GTEST_TOTAL_SHARDS": "2", "GTEST_SHARD_INDEX": "0"}))
        self.assertNotIn("GTEST_", (self.directory / "environment").read_text())

    def test_a_failure_removes_what_an_earlier_discovery_wrote(self):
        project.must(self.discover(GOOD))
        self.expect_error(self.discover("exit 1\n"))
        self.assertFalse((self.directory / "tests.json").exists())
        self.assertFalse((self.directory / "entries.cmake").exists())

    def test_missing_executable(self):
        self.expect_error(self.discover(None), "No such file or directory")

    def test_not_executable(self):
        program = self.directory / "core tests"
        program.write_text("#!/bin/sh\n")
        program.chmod(0o644)
        self.expect_error(self.discover(None), "Permission denied")

    def test_missing_working_directory(self):
        self.expect_error(self.discover(GOOD, working_directory="/nowhere at all"), "/nowhere at all")

    def test_missing_shared_library(self):
        self.expect_error(
            self.discover("echo 'core: error while loading shared libraries: libx.so.1' >&2; exit 127\n"),
            "it exited with code 127 before", "loading shared libraries: libx.so.1",
            "Command: '" + str(self.directory), "Working directory: " + str(self.directory))

    def test_crash_before_main(self):
        self.expect_error(self.discover("echo almost; kill -SEGV $$\n"), "it was killed by SIGSEGV before", "almost")

    def test_crash_while_listing(self):
        self.expect_error(self.discover(SAY + f"say '{HELLO}'\nkill -ABRT $$\n"),
                          "it was killed by SIGABRT before it had listed its tests")

    def test_plugin_not_linked_in(self):
        self.expect_error(self.discover("echo Alpha.; echo '  one'\n"), "it is not linked in", "Alpha.")

    def test_main_that_runs_no_tests(self):
        self.expect_error(self.discover(SAY + f"say '{HELLO}listed\\t0\\t4\\n'\n", test_filter=""),
                          "it has 4 tests but listed none", "RUN_ALL_TESTS()")

    def test_filter_that_matches_nothing(self):
        outcome = self.discover(SAY + f"say '{HELLO}listed\\t0\\t4\\n'\n")
        self.assertEqual(outcome.code, 0, outcome.output)
        self.assertIn('warning: core: none of the 4 tests of core tests matches TEST_FILTER "A*:-B*"', outcome.output)
        self.assertEqual(project.read_document(self.directory / "tests.json")["classes"], [])
        outcome = project.run(CARPOOL, "run", "--manifest", self.directory / "manifest.json")
        self.assertEqual(outcome.code, 4)
        self.assertIn('nothing to run in core: it has no test that matches TEST_FILTER "A*:-B*"', outcome.output)

    def test_other_protocol_version(self):
        self.expect_error(self.discover(SAY + "say 'hello\\t7\\t9.1.0\\n'\nsleep 60\n"),
                          "its plugin (9.1.0) speaks protocol version 7, this runner speaks version 1")

    def test_nonsense_on_the_channel(self):
        self.expect_error(self.discover(SAY + f"say '{HELLO}%%zz\\n'\nsleep 60\n"), "a line that is no message")

    def test_two_tests_of_one_name(self):
        self.expect_error(self.discover(SAY + f"say '{HELLO}{TEST_LINE}{TEST_LINE}listed\\t2\\t2\\n'\n"),
                          "two tests named Alpha.one", "/s/a.cpp:3")

    def test_a_suite_without_a_name(self):
        nameless = TEST_LINE.replace("Alpha", "")
        self.expect_error(self.discover(SAY + f"say '{HELLO}{TEST_LINE}{nameless}listed\\t2\\t2\\n'\n"),
                          'a test suite without a name (that of its test "one", /s/a.cpp:3)')

    def test_a_program_that_hangs(self):
        self.expect_error(self.discover("echo waiting for a debugger; sleep 600\n", discovery_timeout_ms=1200),
                          "it had not ended after 1.2 s (DISCOVERY_TIMEOUT)", "waiting for a debugger")

    def test_much_output_is_cut_to_its_end(self):
        outcome = self.discover("yes 0123456789 | head -c 3000000; echo the end; exit 1\n")
        self.expect_error(outcome, "the end")
        self.assertLess(len(outcome.output), 1000000)

    def test_an_unhappy_end_behind_the_list_is_a_warning(self):
        outcome = self.discover(GOOD + "echo leaked 3 bytes; exit 23\n")
        self.assertEqual(outcome.code, 0)
        self.assertIn("warning: core listed its tests, but then it exited with code 23", outcome.output)
        self.assertIn("leaked 3 bytes", outcome.output)

    def test_a_program_without_tests_is_a_warning(self):
        outcome = self.discover(SAY + f"say '{HELLO}listed\\t0\\t0\\n'\n")
        self.assertEqual(outcome.code, 0)
        self.assertIn("warning: core has no tests", outcome.output)
        self.assertNotIn("add_test", (self.directory / "entries.cmake").read_text())

    def test_a_child_left_behind_holds_nothing_up(self):
        outcome = self.discover("sleep 600 &\n" + GOOD, discovery_timeout_ms=300000)
        self.assertEqual(outcome.code, 0, outcome.output)

    def test_unwritable_place(self):
        taken = self.directory / "taken"
        (taken / "by").mkdir(parents=True, exist_ok=True)
        self.expect_error(self.discover(GOOD, ctest_file=str(taken)), f"cannot write {taken}")

    def test_broken_manifest(self):
        file = self.manifest(workers=0)
        outcome = project.run(CARPOOL, "discover", "--manifest", file)
        self.assertEqual(outcome.code, 3)
        self.assertIn(f'target manifest {file}: the key "workers" must be', outcome.output)
        self.assertIn("run CMake again", outcome.output)

    def test_missing_manifest(self):
        outcome = project.run(CARPOOL, "discover", "--manifest", "/nowhere/manifest.json")
        self.assertEqual(outcome.code, 3)
        self.assertIn("/nowhere/manifest.json: No such file or directory", outcome.output)

    def test_usage(self):
        self.assertEqual(project.run(CARPOOL, "discover").code, 2)
        self.assertIn("Example:", project.run(CARPOOL, "discover", "--help").output)


if __name__ == "__main__":
    unittest.main()
