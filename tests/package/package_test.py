"""The ways by which a project gets at Carpool: an installed and moved package, add_subdirectory(), FetchContent."""

import os
import pathlib
import re
import shutil
import unittest

import project

# What is asked of each way: an executable of the top directory, and one of a directory that knows of Carpool only
# through it.
PROJECT = """cmake_minimum_required(VERSION {minimum})
project(Sample LANGUAGES CXX)
enable_testing()
find_package(GTest REQUIRED)
{way}
add_executable(core core_test.cpp)
target_link_libraries(core PRIVATE GTest::gtest_main)
add_continuous_test(core)
add_subdirectory(inner)
"""
INNER = """
add_executable(inner ../core_test.cpp)
target_link_libraries(inner PRIVATE GTest::gtest_main)
add_continuous_test(inner)
"""
TEST = "#include <gtest/gtest.h>\nTEST(Alpha, Passes) {}\n"

FETCH_CONTENT = f"""
include(FetchContent)
FetchContent_Declare(Carpool SOURCE_DIR "{project.SOURCE}")
FetchContent_MakeAvailable(Carpool)
"""


def sample_of(name, way, minimum="3.25"):
    sample = project.Project(name)
    sample.write("CMakeLists.txt", PROJECT.format(way=way, minimum=minimum))
    sample.write("inner/CMakeLists.txt", INNER)
    sample.write("core_test.cpp", TEST)
    return sample


class Package(unittest.TestCase):
    def built(self, sample, *options):
        project.must(sample.configure(*options))
        project.must(sample.build())
        self.assertEqual(sample.names(), ["core.Alpha", "inner.Alpha"])
        outcome = project.must(sample.ctest("--output-on-failure"))
        self.assertEqual(project.passed(outcome), ["carpool.report", "core.Alpha", "inner.Alpha"])

    def test_a_moved_package(self):
        self.assertIn(" ", project.PREFIX)
        self.built(sample_of("moved", "find_package(Carpool REQUIRED)"))

    def test_several_classes_at_once_take_a_module_of_the_package(self):
        prefix = pathlib.Path(project.PREFIX)
        if "libtbb" in project.must(project.run("ldd", prefix / "bin/carpool")).output:
            self.skipTest("built with CARPOOL_STATIC_RUNTIME=OFF: there is no module")
        modules = list(prefix.glob("lib*/**/libcarpool-threads.so"))
        self.assertEqual(len(modules), 1)
        sample = sample_of("several classes", "find_package(Carpool REQUIRED)")
        project.must(sample.configure())
        project.must(sample.build())
        run = ["run", "--build", sample.build_directory, "--jobs"]
        outcome = project.must(project.run(prefix / "bin/carpool", *run, "2"))
        self.assertIn("2 tests in 2 classes: 2 passed", outcome.output)

        without = sample.source / "without module"
        (without / "bin").mkdir(parents=True)
        for name in ("carpool", "carpool-exec"):
            shutil.copy2(prefix / "bin" / name, without / "bin" / name)
        outcome = project.run(without / "bin/carpool", *run, "2")
        self.assertEqual(outcome.code, 3, outcome.output)
        expected = without / modules[0].relative_to(prefix)
        self.assertIn(f"cannot load what runs several classes at once: {expected}: cannot open", outcome.output)
        self.assertIn("Install Carpool again, or do with --jobs 1", outcome.output)
        project.must(project.run(without / "bin/carpool", *run, "1"))

    def test_nothing_installed_names_a_place_of_this_machine(self):
        prefix = pathlib.Path(project.PREFIX)
        places = [str(project.SOURCE), project.PREFIX + ".first"]
        for file in prefix.rglob("*"):
            if file.suffix in (".cmake", ".h", ".cpp", ".json", ".md"):
                text = file.read_text()
                for place in places:
                    self.assertNotIn(place, text, file)

    def test_a_package_asked_for_by_version_and_by_an_old_project(self):
        sample = sample_of("old project", "find_package(Carpool 0.1 REQUIRED)", minimum="3.5...3.10")
        outcome = project.must(sample.configure())
        self.assertNotIn("CMake Warning", outcome.output)

    def test_a_version_that_is_not_there(self):
        sample = sample_of("version", "find_package(Carpool 7.0 REQUIRED)")
        outcome = sample.configure()
        self.assertNotEqual(outcome.code, 0)
        self.assertIn("7.0", outcome.output)

    def test_fetch_content_with_an_existing_runner(self):
        carpool = os.path.join(project.PREFIX, "bin", "carpool")
        self.built(sample_of("fetch content", FETCH_CONTENT), f"-DCARPOOL_EXECUTABLE={carpool}")

    def test_a_library_that_is_not_installed_is_fetched(self):
        sample = project.Project("fetched")
        sample.write("fmt/CMakeLists.txt", "add_library(fmt INTERFACE)\nadd_library(fmt::fmt-header-only ALIAS fmt)\n")
        command = [project.CMAKE, "-S", project.SOURCE, "-B", sample.build_directory, "-DBUILD_TESTING=OFF",
                   "-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON"]
        stand_in = f"-DFETCHCONTENT_SOURCE_DIR_FMT={sample.source / 'fmt'}"
        outcome = project.must(project.run(*command, stand_in))
        self.assertIn("Carpool: fmt is not installed; fetching", outcome.output)
        self.assertNotIn("TBB is not installed", outcome.output)
        sample.write("fmt/CMakeLists.txt", "")
        outcome = project.run(*command, stand_in)
        self.assertNotEqual(outcome.code, 0)
        self.assertIn("does not provide fmt::fmt-header-only. Install fmt and run CMake again", outcome.flat())

    def test_add_subdirectory_builds_the_runner_before_it_is_needed(self):
        sample = sample_of("subdirectory", f'add_subdirectory("{project.SOURCE}" carpool EXCLUDE_FROM_ALL)')
        project.must(sample.configure())
        plan = project.must(project.run(
            project.CMAKE, "--build", sample.build_directory, "--target", "core", "--", "-n")).output
        linked = [re.sub(r".*executable ", "", line) for line in plan.splitlines() if "Linking CXX executable" in line]
        self.assertEqual(sorted(linked[:-1]), ["carpool/runner/carpool", "carpool/runner/carpool-exec"])
        self.assertEqual(linked[-1:], ["core"])
        self.assertNotIn("unit_tests", plan)
        listed = project.run(project.CTEST, "-N", cwd=sample.build_directory).output
        self.assertIn("core_NOT_BUILT", listed)
        self.assertNotIn("unit.", listed)


if __name__ == "__main__":
    unittest.main()
