"""What stands around a call of add_continuous_test() and would leave its tests unseen, or run twice: CMake warns."""

import unittest

import project

UNSEEN = "add_continuous_test(core): ctest will not find these tests"
TWICE = "gtest_discover_tests(core) is called too"

# Each case by its name: (what stands before the call, what stands behind it, the warnings).
CASES = {
    "enabled before": ("enable_testing()", "", []),
    "enabled behind": ("", "enable_testing()", []),
    "by CTest": ("include(CTest)", "", []),
    "not enabled": ("", "", [UNSEEN]),
    "switched off": ("set(BUILD_TESTING OFF)\ninclude(CTest)", "", []),
    "both calls": ("enable_testing()\ninclude(GoogleTest)\ngtest_discover_tests(core)", "", [TWICE]),
    "both calls the other way round": ("enable_testing()\ninclude(GoogleTest)", "gtest_discover_tests(core)", [TWICE]),
}

LISTS = """cmake_minimum_required(VERSION 3.25)
project(Sample LANGUAGES CXX)
find_package(Carpool REQUIRED)
add_executable(core core.cpp)
{before}
add_continuous_test(core FRAMEWORK googletest)
{behind}
"""


def warnings_of(name, before, behind):
    sample = project.Project(f"surroundings/{name}")
    sample.write("CMakeLists.txt", LISTS.format(before=before, behind=behind))
    sample.write("core.cpp", "int main() {}\n")
    output = project.must(sample.configure()).flat()
    return [warning for warning in (UNSEEN, TWICE) if warning in output], output.count("(message): add_continuous_test(")


class Surroundings(unittest.TestCase):
    def test_warn_where_tests_would_be_unseen_or_run_twice(self):
        for name, (before, behind, expected) in CASES.items():
            with self.subTest(case=name):
                self.assertEqual((expected, len(expected)), warnings_of(name, before, behind))

    def test_of_a_directory_that_is_added_before_testing_is_enabled(self):
        sample = project.Project("surroundings/too late")
        sample.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(Sample LANGUAGES CXX)\n"
                                       "find_package(Carpool REQUIRED)\nadd_subdirectory(inner)\nenable_testing()\n")
        sample.write("inner/CMakeLists.txt", "add_executable(core core.cpp)\n"
                                             "add_continuous_test(core FRAMEWORK googletest)\n")
        sample.write("inner/core.cpp", "int main() {}\n")
        output = project.must(sample.configure()).flat()
        self.assertIn(f"{UNSEEN}, since testing is not enabled in {sample.source}/inner.", output)


if __name__ == "__main__":
    unittest.main()
