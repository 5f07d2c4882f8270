"""add_continuous_test() on executables that exist: what arrives in CTest, in the executable and in the manifest."""

import unittest

import project

LISTS = project.HEAD + r"""
set(CMAKE_CXX_STANDARD 14)
add_executable(plain main.cpp plain_test.cpp)
add_continuous_test(plain
  TEST_PREFIX "p;" TEST_SUFFIX " s"
  EXTRA_ARGS "a;b" "[" "\"q\" 'r'" "back\\slash" "two
lines" "" $<1:one> $<0:none> "\${HOME} $ENV{NOTHING}@x@" --flag=1
  PROPERTIES LABELS "fast;core" ENVIRONMENT "FIRST=1;SECOND=2" TIMEOUT 100 ${MORE_PROPERTIES}
  TEST_LIST plain_list
  WORKERS 2 REUSE TARGET RETRIES 1 RECYCLE_AFTER 9 ISOLATE "A*.*" STARTUP_TIMEOUT 0.5
)
target_link_libraries(plain GTest::gtest)

add_executable(strict strict_test.cpp strict_other.cpp)
target_compile_options(strict PRIVATE -Wall -Wextra -Wconversion -Wshadow -Wundef -Werror -pedantic-errors)
set_target_properties(strict PROPERTIES UNITY_BUILD ON)
target_precompile_headers(strict PRIVATE poison.h)
target_link_libraries(strict PRIVATE GTest::gtest_main)
set_target_properties(strict PROPERTIES TEST_LAUNCHER "env;STRICT=a b")
add_continuous_test(strict TEST_FILTER Kept.* Typed/* WORKING_DIRECTORY "work dir"
  DISCOVERY_EXTRA_ARGS --gtest_color=no)
file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/work dir")

add_executable(unbuilt EXCLUDE_FROM_ALL strict_test.cpp)
target_link_libraries(unbuilt PRIVATE GTest::gtest_main)
add_continuous_test(unbuilt)

add_subdirectory(inner)
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/after.cmake" "set_tests_properties(\${plain_list} PROPERTIES COST 7)\n")
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${CMAKE_CURRENT_BINARY_DIR}/after.cmake")
"""

FILES = {
    # A main that reads its own flags before GoogleTest sees any, and writes them down.
    "main.cpp": r"""
#include <gtest/gtest.h>
#include <fstream>
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc > 1) {
    std::ofstream file("arguments.txt", std::ios::binary);
    for (int i = 1; i < argc; ++i) file << argv[i] << '\0';
  }
  return RUN_ALL_TESTS();
}
""",
    "plain_test.cpp": r"""
#include <gtest/gtest.h>
#include <cstdlib>
#include <string>
TEST(Alpha, SeesTheEnvironment) {
  EXPECT_STREQ(std::getenv("FIRST"), "1");
  EXPECT_STREQ(std::getenv("SECOND"), "2");
}
TEST(Alpha, DISABLED_Off) { FAIL(); }
TEST(DISABLED_Beta, Off) { FAIL(); }
TEST(Gamma, Passes) {}
""",
    "poison.h": "#define main poisoned\n#define hello poisoned\n",
    "strict_test.cpp": r"""
#include <gtest/gtest.h>
#include <cstdio>
#include <cstdlib>
namespace {
// Chatter that looks like the list of tests.
struct Chatter {
  Chatter() { std::puts("Phantom.\n  Test\nKept.\n  Phantom"); }
} chatter;
}
TEST(Kept, InTheWorkingDirectory) { FILE* f = std::fopen("here", "w"); ASSERT_NE(f, nullptr); std::fclose(f); }
TEST(Kept, BehindTheTargetsLauncher) { EXPECT_STREQ(std::getenv("STRICT"), "a b"); }
TEST(Left, Out) { FAIL(); }
""",
    "strict_other.cpp": r"""
#include <gtest/gtest.h>
template <class T> class Typed : public testing::Test {};
typedef testing::Types<int, char> Types;
TYPED_TEST_SUITE(Typed, Types, );
TYPED_TEST(Typed, Passes) {}
""",
    "inner/CMakeLists.txt": """
add_executable(inner inner_test.cpp)
target_link_libraries(inner PRIVATE GTest::gtest_main)
add_continuous_test(inner PROPERTIES LABELS inner LAUNCHER ${CMAKE_COMMAND} -E env INNER=1)
""",
    "inner/inner_test.cpp": """
#include <gtest/gtest.h>
#include <cstdlib>
TEST(Inner, Passes) { EXPECT_EQ(std::getenv("CARPOOL_CHANNEL"), nullptr); }
TEST(Launched, Passes) { EXPECT_STREQ(std::getenv("INNER"), "1"); }
""",
}


class FirstForm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sample = project.Project("first form")
        cls.sample.write("CMakeLists.txt", LISTS)
        for path, text in FILES.items():
            cls.sample.write(path, text)
        project.must(cls.sample.configure())
        project.must(cls.sample.build())

    def test_has_an_entry_for_each_class_and_one_for_the_report(self):
        self.assertEqual(sorted(self.sample.entries()), sorted([
            "p;plain.Alpha s", "p;plain.DISABLED_Beta s", "p;plain.Gamma s", "strict.Kept", "strict.Typed/0",
            "strict.Typed/1", "inner.Inner", "inner.Launched", "unbuilt_NOT_BUILT", "carpool.report"]))

    def test_properties_arrive_whole(self):
        entry = self.sample.entries()["p;plain.Alpha s"]
        self.assertEqual(sorted(entry["LABELS"]), ["core", "fast"])
        self.assertEqual(entry["ENVIRONMENT"], ["FIRST=1", "SECOND=2"])
        self.assertEqual(entry["FIXTURES_REQUIRED"], ["carpool_report"])
        self.assertEqual(entry["PROCESSORS"], 2)
        self.assertGreater(entry["TIMEOUT"], 900000)
        # Editors read this one; not every ctest shows it.
        script = (self.sample.build_directory / "carpool.tests/plain/entries.cmake").read_text()
        self.assertIn("plain_test.cpp:5]=]", script)

    def test_test_list_names_the_entries_for_scripts(self):
        entries = self.sample.entries()
        self.assertEqual(entries["p;plain.Alpha s"]["COST"], 7)
        self.assertEqual(entries["p;plain.Gamma s"]["COST"], 7)
        self.assertNotIn("COST", entries["strict.Kept"])

    def test_options_are_in_the_manifest(self):
        manifest = self.sample.manifest("plain")
        expected = {"test_timeout_ms": 100000, "startup_timeout_ms": 500, "workers": 2, "reuse": "target",
                    "retries": 1, "recycle_after": 9, "isolate": ["A*.*"], "target": "plain"}
        self.assertEqual({key: manifest[key] for key in expected}, expected)
        self.assertEqual(manifest["properties"][:2],
                         [["LABELS", "fast;core"], ["ENVIRONMENT", "FIRST=1;SECOND=2"]])
        self.assertNotIn("TIMEOUT", dict(manifest["properties"]))
        self.assertEqual(self.sample.manifest("strict")["test_filter"], "Kept.*:Typed/*")
        self.assertEqual(self.sample.manifest("strict")["test_timeout_ms"], 1500000)

    def test_ctest_is_red_only_for_what_is_not_built(self):
        outcome = self.sample.ctest("--output-on-failure")
        self.assertEqual(project.passed(outcome)[0], "carpool.report")
        self.assertIn("unbuilt is not built", outcome.flat())
        self.assertIn("1 tests failed", outcome.output)
        self.assertIn("(Disabled)", outcome.output)
        self.assertTrue((self.sample.build_directory / "work dir/here").exists())
        written = (self.sample.build_directory / "arguments.txt").read_bytes().decode().split("\0")[:-1]
        self.assertEqual(written, ["a;b", "[", "\"q\" 'r'", "back\\slash", "two\nlines", "", "one",
                                   "${HOME} @x@", "--flag=1"])

    def test_disabled_classes_are_in_the_report_of_any_part_of_their_target(self):
        for selection in ("Alpha", "Gamma", "plain"):
            project.must(self.sample.ctest("-R", selection))
            classes = {c["name"]: c for c in self.sample.report()["classes"]}
            ran = [selection] if selection != "plain" else ["Alpha", "Gamma"]
            self.assertEqual(sorted(classes), sorted(["DISABLED_Beta", *ran]))
            self.assertEqual(classes["DISABLED_Beta"]["status"], "disabled")
            methods = [(m["name"], m["status"]) for m in classes["DISABLED_Beta"]["methods"]]
            self.assertEqual(methods, [("Off", "disabled")])

    def test_report_entry_is_there_for_a_part_of_the_build_too(self):
        names = sorted(project.must(project.run(project.CTEST, "-N", cwd=self.sample.build_directory / "inner"))
                       .output.split())
        self.assertIn("inner.Inner", names)
        self.assertIn("carpool.report", names)

    def test_the_executable_alone_is_what_it_was(self):
        outcome = project.run(self.sample.build_directory / "inner/inner", "--gtest_filter=Inner.*")
        self.assertEqual(outcome.code, 0)
        self.assertIn("[       OK ] Inner.Passes", outcome.output)

    def test_a_changed_option_reaches_the_entries_by_the_next_build(self):
        project.must(self.sample.configure("-DMORE_PROPERTIES=RUN_SERIAL;TRUE"))
        project.must(self.sample.build())
        self.assertTrue(self.sample.entries()["p;plain.Alpha s"]["RUN_SERIAL"])


if __name__ == "__main__":
    unittest.main()
