"""Every error message of add_continuous_test(): one small project each. It must name the call, what is wrong
and the mend. No compiler is needed: CMake stops before it would use one."""

import concurrent.futures
import unittest

import project

# Name: (call, what the message must hold). The target `core` is an executable.
CASES = {
    "no_arguments": ("add_continuous_test()", ["no target is named", "add_continuous_test(<target> ...)"]),
    "empty_argument": ('add_continuous_test("${undefined}")', ["no target is named", "add_continuous_test(<target> ...)"]),
    "no_such_target": ("add_continuous_test(cores)",
                       ["(cores): there is no target of that name", "add_executable(cores ...)"]),
    "library": ("add_library(lib STATIC core.cpp)\nadd_continuous_test(lib)",
                ["no executable but a target of type STATIC_LIBRARY", "Name an executable"]),
    "alias": ("add_executable(other ALIAS core)\nadd_continuous_test(other)",
              ["that is an alias", "add_continuous_test(core)"]),
    "imported": ("add_executable(other IMPORTED)\nadd_continuous_test(other)",
                 ["an imported target", "an executable that this build makes"]),
    "twice": ("set_target_properties(core PROPERTIES _CARPOOL_DEFINED_IN here)\nadd_continuous_test(core)",
              ["given to add_continuous_test() before, in here", "once for each executable"]),
    "other_directory": ("add_subdirectory(inner)\nadd_continuous_test(inner)",
                        ["made in another directory", "or use DISCOVERY_MODE PRE_TEST"]),
    "unknown_argument": ("add_continuous_test(core value)", ['unknown argument "value"', "Keywords are: BATCH"]),
    "unknown_keyword": ("add_continuous_test(core COLOUR red)", ['unknown argument "COLOUR"']),
    "wrong_plural": ("add_continuous_test(core RETRYS 2)", ['unknown argument "RETRYS"', "Did you mean RETRIES?"]),
    "wrong_plural_in_list": ("add_continuous_test(core EXTRA_ARGS a RETRYS 2)", ["looks like a misspelt RETRIES"]),
    "two_slips": ("add_continuous_test(core ISSOLATON SHARED)", ["Did you mean ISOLATION?"]),
    "part_of_a_keyword": ("add_continuous_test(core FILTER a)", ["Did you mean TEST_FILTER?"]),
    "part_of_keywords": ("add_continuous_test(core ARGS a)", ["Did you mean DISCOVERY_EXTRA_ARGS or EXTRA_ARGS?"]),
    "timeout": ("add_continuous_test(core TIMEOUT 30)",
                ['unknown argument "TIMEOUT"', "Write TEST_TIMEOUT <seconds> or PROPERTIES TIMEOUT <seconds>"]),
    "labels": ("add_continuous_test(core LABELS fast)", ["write PROPERTIES LABELS <value>"]),
    "lower_case_keyword": ("add_continuous_test(core workers 2)",
                           ['unknown argument "workers"', "Did you mean WORKERS?"]),
    "misspelt_keyword": ("add_continuous_test(core TEST_PREFX a)", ["Did you mean TEST_PREFIX?"]),
    "misspelt_in_list": ("add_continuous_test(core EXTRA_ARGS a WORKRES 2)",
                         ['"WORKRES" among the values of EXTRA_ARGS looks like a misspelt WORKERS',
                          '"$<1:WORKRES>"']),
    "misspelt_behind_properties": ("add_continuous_test(core PROPERTIES LABELS a TEST_TIMOUT 2)",
                                   ['"TEST_TIMOUT" among the values of PROPERTIES']),
    "no_value": ("add_continuous_test(core WORKERS)", ["WORKERS has no value"]),
    "no_value_before_keyword": ("add_continuous_test(core TEST_PREFIX WORKERS 2)", ["TEST_PREFIX has no value"]),
    "no_list_value": ("add_continuous_test(core EXTRA_ARGS NO_PRETTY_TYPES)", ["EXTRA_ARGS has no value"]),
    "given_twice": ("add_continuous_test(core WORKERS 1 WORKERS 2)", ["WORKERS is given twice", "Give it once"]),
    "flag_with_value": ("add_continuous_test(core NO_PRETTY_TYPES TRUE)", ['unknown argument "TRUE"']),
    "workers_zero": ("add_continuous_test(core WORKERS 0)", ['WORKERS is "0"', "whole number of at least 1"]),
    "workers_word": ("add_continuous_test(core WORKERS many)", ['WORKERS is "many"']),
    "retries_negative": ("add_continuous_test(core RETRIES -1)", ['RETRIES is "-1"', "of at least 0"]),
    "recycle_after_zero": ("add_continuous_test(core RECYCLE_AFTER 0)", ['RECYCLE_AFTER is "0"']),
    "recycle_after_empty": ('add_continuous_test(core RECYCLE_AFTER "")', ['RECYCLE_AFTER is ""']),
    "test_timeout_word": ("add_continuous_test(core TEST_TIMEOUT soon)",
                          ['TEST_TIMEOUT is "soon"', "such as 30 or 0.5"]),
    "test_timeout_zero": ("add_continuous_test(core TEST_TIMEOUT 0)", ['TEST_TIMEOUT is "0"', "more than 0"]),
    "test_timeout_long": ("add_continuous_test(core TEST_TIMEOUT 1000000)", ["less than 1000000 seconds"]),
    "startup_timeout": ("add_continuous_test(core STARTUP_TIMEOUT -5)", ['STARTUP_TIMEOUT is "-5"']),
    "discovery_timeout": ("add_continuous_test(core DISCOVERY_TIMEOUT 0.0001)", ['DISCOVERY_TIMEOUT is "0.0001"']),
    "property_timeout": ("add_continuous_test(core PROPERTIES TIMEOUT 1e3)", ['PROPERTIES TIMEOUT is "1e3"']),
    "reuse": ("add_continuous_test(core REUSE ALWAYS)", ['REUSE is "ALWAYS"', "Give CLASS or TARGET"]),
    "isolation": ("add_continuous_test(core ISOLATION NONE)", ['ISOLATION is "NONE"', "SHARED or PROCESS"]),
    "isolation_fork": ("add_continuous_test(core ISOLATION FORK)",
                       ['ISOLATION is "FORK", which this version does not support',
                        "This version supports ISOLATION SHARED or PROCESS"]),
    "granularity_word": ("add_continuous_test(core GRANULARITY FILE)",
                         ['GRANULARITY is "FILE"', "Give CLASS or METHOD or TARGET"]),
    "granularity_cache": ("set(CARPOOL_GRANULARITY FILE)\nadd_continuous_test(core)",
                          ['CARPOOL_GRANULARITY is "FILE"', "Give CLASS or METHOD or TARGET"]),
    "judging_property_of_target": ("add_continuous_test(core GRANULARITY TARGET PROPERTIES WILL_FAIL TRUE)",
                                   ["an entry of GRANULARITY TARGET runs all methods of a target",
                                    "use GRANULARITY METHOD"]),
    "many_workers": ("add_continuous_test(core WORKERS 4097)", ['WORKERS is "4097"', "whole number of at most 4096"]),
    "large_world_size": ("add_continuous_test(core WORLD_SIZE 1025)",
                         ['WORLD_SIZE is "1025"', "whole number of at most 1024"]),
    "world_size": ("add_continuous_test(core WORLD_SIZE 0)", ['WORLD_SIZE is "0"', "whole number of at least 1"]),
    "min_devices": ("add_continuous_test(core MIN_DEVICES /dev/x)", ['MIN_DEVICES is "/dev/x" with 1 values', "and then one glob"]),
    "peer_grace": ("add_continuous_test(core PEER_GRACE soon)", ['PEER_GRACE is "soon"', "Give a number of seconds"]),
    "framework_catch2": ("add_continuous_test(core FRAMEWORK catch2)", ["supports FRAMEWORK googletest"]),
    "framework_unknown": ("add_continuous_test(core FRAMEWORK unity)", ['FRAMEWORK is "unity"']),
    "discovery_mode": ("add_continuous_test(core DISCOVERY_MODE LATER)",
                       ['DISCOVERY_MODE is "LATER"', "Give POST_BUILD or PRE_TEST"]),
    "xml_output_dir": ("add_continuous_test(core XML_OUTPUT_DIR x)",
                       ["XML_OUTPUT_DIR is not supported", "carpool export junit -o <file>"]),
    "odd_properties": ("add_continuous_test(core PROPERTIES LABELS a RUN_SERIAL)",
                       ['PROPERTIES has a name without a value: "RUN_SERIAL"']),
    "property_in_list": ("add_continuous_test(core ISOLATE Slow.One TIMEOUT 5)",
                         ['"TIMEOUT" among the values of ISOLATE is the name of a property', "PROPERTIES TIMEOUT <seconds>",
                          '"$<1:TIMEOUT>"']),
    "misspelt_property": ("add_continuous_test(core PROPERTIES TIMOUT 30)",
                          ["PROPERTIES TIMOUT is no property of CTest's tests", "Did you mean TIMEOUT?", '"$<1:TIMOUT>"']),
    "lower_case_property": ("add_continuous_test(core PROPERTIES labels a)", ["Did you mean LABELS?"]),
    "working_directory_property": ("add_continuous_test(core WORKERS 1 PROPERTIES)", ["PROPERTIES has no value"]),
    "batch_without_sources": ("add_continuous_test(core BATCH ALL)",
                              ["BATCH and LINK_LIBRARIES belong to executables made from SOURCES"]),
    "batch_word": ("add_continuous_test(new SOURCES core.cpp BATCH FILE)", ['BATCH is "FILE"', "CLASS or ALL"]),
    "sources_for_a_target": ("add_continuous_test(core SOURCES core.cpp)", ["a target of that name exists already"]),
    "missing_source": ("add_continuous_test(new SOURCES nowhere.cpp)", ["nowhere.cpp in SOURCES does not exist"]),
    "generated_source": ("add_custom_command(OUTPUT made.cpp COMMAND true)\nadd_continuous_test(new SOURCES made.cpp)",
                         ["is generated by the build", "without SOURCES"]),
    "expression_source": ('add_continuous_test(new SOURCES "$<1:core.cpp>")',
                          ["generator expression $<1:core.cpp>, which cannot be read for tests"]),
    "no_tests": ("add_continuous_test(new SOURCES core.cpp)", ["none of the SOURCES has a test"]),
    "two_mains_of_a_class": ("add_continuous_test(new SOURCES one.cpp two.cpp)",
                             ["one.cpp and", "two.cpp both define main()", "Leave one of them out of SOURCES"]),
    "two_mains_of_helpers": ("add_continuous_test(new SOURCES test.cpp core.cpp main.cpp)", ["both define main()"]),
    "helper_and_test_main": ("add_continuous_test(new SOURCES core.cpp one.cpp)", ["both define main()"]),
    "two_mains_in_all": ("add_continuous_test(new SOURCES one.cpp three.cpp BATCH ALL)", ["both define main()"]),
    "no_runner": ("add_subdirectory(outside)", ["the runner is not known here", "find_package(Carpool)"]),
    **{
        f"property_{name.lower()}": (
            f"add_continuous_test(core PROPERTIES {name} x)",
            [f'PROPERTIES {name} "x" is about a single test method', "GRANULARITY METHOD"])
        for name in ("WILL_FAIL", "PASS_REGULAR_EXPRESSION", "FAIL_REGULAR_EXPRESSION", "SKIP_REGULAR_EXPRESSION",
                     "SKIP_RETURN_CODE", "TIMEOUT_AFTER_MATCH", "TIMEOUT_SIGNAL_NAME")
    },
}

LISTS = """cmake_minimum_required(VERSION 3.25)
project(Errors LANGUAGES NONE)
include("{module}")
add_executable(core core.cpp)
{runner}
{call}
message(FATAL_ERROR "nothing was wrong")
"""

FILES = {
    "core.cpp": "int main() {}\n",
    "main.cpp": "int main() {}\n",
    "test.cpp": "TEST(Alpha, one) {}\n",
    "one.cpp": "TEST(Shared, one) {}\nint main() {}\n",
    "two.cpp": "TEST(Shared, two) {}\nint main() {}\n",
    "three.cpp": "TEST(Other, three) {}\nint main() {}\n",
    "inner/CMakeLists.txt": "add_executable(inner ../core.cpp)\n",
    "outside/CMakeLists.txt": "add_continuous_test(core)\n",
}


def message_of(name, call):
    sample = project.Project(f"errors/{name}")
    for path, text in FILES.items():
        sample.write(path, text)
    runner = "" if name == "no_runner" else "add_executable(Carpool::carpool IMPORTED GLOBAL)"
    module = project.SOURCE / "cmake/AddContinuousTest.cmake"
    sample.write("CMakeLists.txt", LISTS.format(module=module, runner=runner, call=call))
    outcome = project.run(project.CMAKE, "-S", sample.source, "-B", sample.build_directory)
    return outcome.flat() if outcome.code != 0 else "CMake ended well"


class Errors(unittest.TestCase):
    def test_the_list_of_keywords_has_only_what_is_of_use(self):
        words = message_of("list_of_keywords", "add_continuous_test(core value)").partition("Keywords are:")[2].split()
        self.assertIn("WORKERS", words)
        self.assertNotIn("XML_OUTPUT_DIR", words)

    def test_what_is_handed_to_programs_may_be_called_like_a_property(self):
        call = "add_continuous_test(core EXTRA_ARGS --mode DISABLED LAUNCHER env TIMEOUT PROPERTIES LABELS DISABLED)"
        self.assertIn("nothing was wrong", message_of("properties_as_arguments", call))

    def test_each_names_the_call_what_is_wrong_and_the_mend(self):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            messages = {name: pool.submit(message_of, name, call) for name, (call, _) in CASES.items()}
        for name, (_, expected) in CASES.items():
            message = messages[name].result()
            for part in ["add_continuous_test(", *expected]:
                with self.subTest(case=name, part=part):
                    self.assertIn(part, message)


if __name__ == "__main__":
    unittest.main()
