"""Whether a target that links no GoogleTest is noticed by CMake, and no other is."""

import re
import unittest

import project

# Each executable by its name: what links it. Those that begin with "without" are to be warned of.
CASES = {
    "without_anything": "",
    "without_own": "target_link_libraries(@ PRIVATE own)",
    "without_threads": "target_link_libraries(@ PRIVATE own Threads::Threads -pthread dl)",
    "main": "target_link_libraries(@ PRIVATE GTest::gtest_main)",
    "plain_signature": "target_link_libraries(@ own GTest::gtest)",
    "flag": "target_link_libraries(@ PRIVATE -lgtest_main -lgtest)",
    "name": "target_link_libraries(@ PRIVATE gtest_main gtest)",
    "file": "target_link_libraries(@ PRIVATE /somewhere/libharness.a)",
    "linker_option": "target_link_options(@ PRIVATE -Wl,--start-group -lharness)",
    "linker_flags": 'set_target_properties(@ PROPERTIES LINK_FLAGS "-O1 -lharness")',
    "interface": "target_link_libraries(@ PRIVATE harness_interface)",
    "static_private": "target_link_libraries(@ PRIVATE harness_static)",
    "object": "target_link_libraries(@ PRIVATE harness_object)",
    "objects": "target_sources(@ PRIVATE $<TARGET_OBJECTS:harness_object>)",
    "alias": "target_link_libraries(@ PRIVATE harness::alias)",
    "imported": "target_link_libraries(@ PRIVATE harness_imported)",
    "two_steps": "target_link_libraries(@ PRIVATE harness_two_steps)",
    "expression": "target_link_libraries(@ PRIVATE $<$<BOOL:1>:harness_static>)",
    "of_sources": "target_link_libraries(@ PRIVATE harness_of_sources)",
    "own_copy": "target_sources(@ PRIVATE third_party/gtest-all.cc)",
}

LISTS = """cmake_minimum_required(VERSION 3.25)
project(Sample LANGUAGES CXX)
find_package(GTest REQUIRED)
find_package(Threads REQUIRED)
find_package(Carpool REQUIRED)
add_library(own STATIC own.cpp)
add_library(harness_interface INTERFACE)
target_link_libraries(harness_interface INTERFACE GTest::gtest_main)
add_library(harness_static STATIC own.cpp)
target_link_libraries(harness_static PRIVATE GTest::gtest)
add_library(harness_object OBJECT own.cpp)
target_link_libraries(harness_object PUBLIC GTest::gtest)
add_library(harness::alias ALIAS harness_static)
add_library(harness_imported UNKNOWN IMPORTED)
set_target_properties(harness_imported PROPERTIES IMPORTED_LOCATION /somewhere/libharness.a)
add_library(harness_two_steps STATIC own.cpp)
target_link_libraries(harness_two_steps PRIVATE own PUBLIC harness_interface)
add_library(harness_of_sources STATIC third_party/gtest-all.cc)
"""
LATER = """
add_executable(told own.cpp)
add_continuous_test(told FRAMEWORK googletest)
add_executable(later own.cpp)
add_continuous_test(later)
target_link_libraries(later PRIVATE GTest::gtest)
add_subdirectory(inner)
target_link_libraries(linked_from_above PRIVATE GTest::gtest)
add_continuous_test(without_sources SOURCES a_test.cpp b_test.cpp)
add_continuous_test(sources SOURCES a_test.cpp b_test.cpp LINK_LIBRARIES GTest::gtest_main)
"""


class LinkedFramework(unittest.TestCase):
    def test_only_targets_without_it_are_warned_of(self):
        sample = project.Project("linked gtest")  # the word means nothing in the name of a folder
        lists = LISTS
        for name, links in CASES.items():
            lists += f"add_executable({name} own.cpp)\n{links.replace('@', name)}\nadd_continuous_test({name})\n"
        sample.write("CMakeLists.txt", lists + LATER)
        sample.write("inner/CMakeLists.txt", "add_executable(linked_from_above ../own.cpp)\n"
                                             "add_continuous_test(linked_from_above)\n")
        for path in ("own.cpp", "third_party/gtest-all.cc"):
            sample.write(path, "int main() {}\n")
        sample.write("a_test.cpp", "TEST(A, a) {}\n")
        sample.write("b_test.cpp", "TEST(B, b) {}\n")
        outcome = project.must(sample.configure())
        warning = r"CMake Warning at [^()]+ \(message\): add_continuous_test\((\w+)\): (\S+) does not link GoogleTest"
        warned = re.findall(warning, outcome.flat())
        expected = [(name, name) for name in CASES if name.startswith("without")]
        expected += [("without_sources", "without_sources.A"), ("without_sources", "without_sources.B")]
        self.assertEqual(sorted(warned), sorted(expected))
        self.assertIn("Write target_link_libraries(without_own PRIVATE GTest::gtest_main) in "
                      f"{sample.source}/CMakeLists.txt", outcome.flat())


if __name__ == "__main__":
    unittest.main()
