"""Several configurations in one build, other generators, and discovery when ctest starts."""

import unittest

import project

TEST = """#include <gtest/gtest.h>
#include <cstdlib>
TEST(Alpha, Passes) {}
#ifdef NDEBUG
TEST(OnlyRelease, Passes) {}
#endif
"""

LISTS = project.HEAD + """
add_executable(core core_test.cpp)
target_link_libraries(core PRIVATE GTest::gtest_main)
add_continuous_test(core EXTRA_ARGS $<$<CONFIG:Debug>:--only-in-debug> TEST_PREFIX $<CONFIG>. ${MODE})
"""

# A program that cannot be listed stands beside one that can.
BROKEN = """
add_executable(broken broken.cpp)
target_link_libraries(broken PRIVATE GTest::gtest)
add_continuous_test(broken DISCOVERY_MODE PRE_TEST)
"""


def sample_of(name, generator, lists=LISTS):
    sample = project.Project(name, generator)
    sample.write("CMakeLists.txt", lists)
    sample.write("core_test.cpp", TEST)
    sample.write("broken.cpp", "#include <cstdio>\nint main() { std::puts(\"no database\"); return 3; }\n")
    return sample


class Generators(unittest.TestCase):
    def test_each_configuration_has_its_own_entries(self):
        sample = sample_of("multi", "Ninja Multi-Config")
        project.must(sample.configure("-DCMAKE_CONFIGURATION_TYPES=Debug;Release"))
        project.must(sample.build("--config", "Debug"))
        self.assertEqual(sample.names("-C", "Debug"), ["Debug.core.Alpha"])
        self.assertEqual(sample.names("-C", "Release"), ["core_NOT_BUILT"])
        self.assertEqual(sample.names(), ["core_NOT_BUILT"])
        self.assertIn("ctest was given none", sample.ctest("--output-on-failure").flat())
        project.must(sample.build("--config", "Release"))
        self.assertEqual(sample.names("-C", "Release"), ["Release.core.Alpha", "Release.core.OnlyRelease"])
        self.assertEqual(sample.manifest("core", "Debug")["extra_arguments"], ["--only-in-debug"])
        self.assertEqual(sample.manifest("core", "Release")["extra_arguments"], [None])
        project.must(sample.ctest("-C", "Release", "--output-on-failure"))

    def test_makefiles(self):
        sample = sample_of("unix makefiles", "Unix Makefiles")
        project.must(sample.configure())
        project.must(sample.build())
        self.assertEqual(sample.names(), ["Debug.core.Alpha"])
        project.must(sample.ctest("--output-on-failure"))
        project.must(sample.configure("-DMODE=TEST_SUFFIX;!"))
        project.must(sample.build())
        self.assertEqual(sample.names(), ["Debug.core.Alpha!"])
        project.must(sample.build("--target", "clean"))
        self.assertEqual(sample.names(), ["core_NOT_BUILT"])

    def test_discovery_when_ctest_starts(self):
        sample = sample_of("pre test", "Ninja", LISTS + BROKEN)
        project.must(sample.configure("-DMODE=DISCOVERY_MODE;PRE_TEST"))
        self.assertEqual(sample.names(), ["broken_NOT_BUILT", "core_NOT_BUILT"])
        project.must(sample.build())
        entries = sample.build_directory / "carpool.tests/core/entries.cmake"
        self.assertFalse(entries.exists())
        self.assertEqual(sample.names(), ["Debug.core.Alpha", "broken_NOT_DISCOVERED"])
        outcome = sample.ctest("--output-on-failure")
        self.assertEqual(project.passed(outcome), ["Debug.core.Alpha", "carpool.report"])
        self.assertIn("it exited with code 3", outcome.flat())
        self.assertIn("no database", outcome.flat())
        written = entries.stat().st_mtime_ns
        sample.names()
        self.assertEqual(entries.stat().st_mtime_ns, written, "listed again although nothing had changed")
        sample.write("core_test.cpp", TEST + "TEST(New, Passes) {}\n")
        project.must(sample.build())
        self.assertIn("Debug.core.New", sample.names())

    def test_discovery_when_ctest_starts_for_each_configuration(self):
        sample = sample_of("pre test multi", "Ninja Multi-Config")
        project.must(sample.configure(
            "-DCMAKE_CONFIGURATION_TYPES=Debug;Release", "-DCMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE=PRE_TEST"))
        project.must(sample.build("--config", "Release"))
        self.assertEqual(sample.names("-C", "Release"), ["Release.core.Alpha", "Release.core.OnlyRelease"])
        self.assertEqual(sample.names("-C", "Debug"), ["core_NOT_BUILT"])


if __name__ == "__main__":
    unittest.main()
