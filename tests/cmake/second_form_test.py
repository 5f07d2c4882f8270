"""add_continuous_test() with SOURCES: which files share an executable, and what happens after an edit."""

import unittest

import project

LISTS = project.HEAD + """
add_continuous_test(core
  SOURCES push_test.cpp pop_test.cpp queue_test.cpp values_test.cpp instances_test.cpp helper.cpp helper.h
  LINK_LIBRARIES GTest::gtest_main
  PROPERTIES LABELS batches
)
# Its class is called like what Carpool itself might call something.
add_continuous_test(odd SOURCES common_test.cpp LINK_LIBRARIES GTest::gtest_main)
add_continuous_test(whole SOURCES push_test.cpp queue_test.cpp main.cpp LINK_LIBRARIES GTest::gtest BATCH ALL)

file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/after.cmake" "set_tests_properties(\\${core_TESTS} PROPERTIES COST 7)\\n")
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${CMAKE_CURRENT_BINARY_DIR}/after.cmake")
"""

GTEST = "#include <gtest/gtest.h>\n"
FILES = {
    "helper.h": "int helped();\n",
    "helper.cpp": '#include "helper.h"\nint helped() { return 42; }\n',
    "main.cpp": GTEST + "int main(int c, char** v) { testing::InitGoogleTest(&c, v); return RUN_ALL_TESTS(); }\n",
    "common_test.cpp": GTEST + "TEST(common, One) {}\n",
    "push_test.cpp": GTEST + 'TEST(Stack, Push) {}\n// TEST(Comment, No) {}\nconst char* s = "TEST(Text, No)";\n',
    "pop_test.cpp": GTEST + 'int helped();\nTEST(Stack, Pop) { EXPECT_EQ(helped(), 42); }\n',
    "queue_test.cpp": GTEST + "TEST(Queue, Empty) {}\n#if 0\nTEST(Stack, Gone) {}\n#endif\nTEST(Deque, Empty) {}\n",
    "values.h": GTEST + "class Values : public testing::TestWithParam<int> {};\n",
    "values_test.cpp": '#include "values.h"\nTEST_P(Values, Positive) { EXPECT_GT(GetParam(), 0); }\n',
    "instances_test.cpp": '#include "values.h"\nINSTANTIATE_TEST_SUITE_P(Few, Values, testing::Values(1, 2));\n',
}


class SecondForm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sample = project.Project("second form")
        cls.sample.write("CMakeLists.txt", LISTS)
        for path, text in FILES.items():
            cls.sample.write(path, text)
        project.must(cls.sample.configure())
        project.must(cls.sample.build())

    def executables(self):
        return sorted(path.name for path in self.sample.build_directory.iterdir()
                      if path.name.startswith(("core", "odd", "whole")) and path.is_file())

    def test_1_files_of_a_class_share_an_executable(self):
        self.assertEqual(self.executables(), ["core.Queue", "core.Stack", "core.Values", "odd.common", "whole"])
        self.assertEqual(self.sample.names(), ["core.Deque", "core.Few/Values", "core.Queue", "core.Stack",
                                               "odd.common", "whole.Deque", "whole.Queue", "whole.Stack"])

    def test_2_all_pass_and_are_reported_under_the_name_of_the_call(self):
        project.must(self.sample.ctest("--output-on-failure"))
        self.assertEqual({each["target"] for each in self.sample.report()["classes"]}, {"core", "odd", "whole"})
        methods = {(each["target"], each["name"]): len(each["methods"]) for each in self.sample.report()["classes"]}
        self.assertEqual(methods[("core", "Stack")], 2)
        self.assertEqual(methods[("core", "Few/Values")], 2)

    def test_3_the_test_list_names_the_entries_of_all_executables(self):
        entries = self.sample.entries()
        for name in ("core.Deque", "core.Few/Values", "core.Queue", "core.Stack"):
            self.assertEqual(entries[name].get("COST"), 7, name)
            self.assertEqual(entries[name]["LABELS"], ["batches"])
        self.assertNotIn("COST", entries["whole.Stack"])

    def test_4_an_edit_moves_files_and_rebuilds_only_what_it_touches(self):
        untouched = (self.sample.build_directory / "core.Values").stat().st_mtime_ns
        self.sample.write("queue_test.cpp", GTEST + "TEST(Queue, Empty) {}\nTEST(Stack, AsQueue) {}\n")
        project.must(self.sample.build())
        self.assertEqual(self.sample.names(), ["core.Few/Values", "core.Queue", "core.Stack", "odd.common",
                                               "whole.Queue", "whole.Stack"])
        tests = {each["name"]: len(each["methods"]) for each in self.sample.tests("core.Stack")["classes"]}
        self.assertEqual(tests, {"Queue": 1, "Stack": 3})
        self.assertEqual((self.sample.build_directory / "core.Values").stat().st_mtime_ns, untouched)


if __name__ == "__main__":
    unittest.main()
