"""Names that break other tools: printed values of a parameterised suite, and names of suites and tests that were
registered at run time. Every method is discovered, selectable, run by ctest and reported under its name."""

import os
import unittest

import project

CARPOOL = os.path.join(project.PREFIX, "bin", "carpool")

NAMES = [
    "", " both ends ", "a;b", ";", "[", "]", "[x]", "[a,b]", '"quoted"', "'single'", "back\\slash", "\\", "\\\\",
    "$", "${HOME}", "$ENV{HOME}", "$<0:no>", "$<1:yes>", "]==]", "]=]", "x]=", "#", "#hash", "%", "%41", "@x@", "{",
    "}", "{}", ",", "*", "?", "a*", "a:b", "-a", "-", "--help", "tab\there", "line\nfeed", "\nfirst", "last\n",
    "cr\r\nlf", "caf\u00e9 \u8eca", "[  SKIPPED ]", "add_test(x y)", "=", "~!&|<>()", "Suite.Test", "n" * 5000,
]

# One for each name but the empty one, the Latin one, Methods and Hostile/Values.
CLASSES = len(NAMES) + 2

PROGRAM = r"""
#include <gtest/gtest.h>
#include <string>
#include <vector>

const std::vector<std::string> names = {@names@, std::string("latin \xE9")};

struct Value { std::string text; };
void PrintTo(const Value& value, std::ostream* stream) { *stream << value.text; }
std::vector<Value> values() {
  std::vector<Value> list;
  for (const std::string& name : names) list.push_back({name});
  return list;
}

class Values : public testing::TestWithParam<Value> {};
TEST_P(Values, AreNames) { SUCCEED(); }
INSTANTIATE_TEST_SUITE_P(Hostile, Values, testing::ValuesIn(values()));

class Passes : public testing::Test { void TestBody() override {} };

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (const std::string& name : names) {
    testing::RegisterTest("Methods", name.c_str(), nullptr, nullptr, __FILE__, __LINE__, [] { return new Passes; });
    if (!name.empty()) testing::RegisterTest(name.c_str(), "Method", nullptr, nullptr, __FILE__, __LINE__, [] { return new Passes; });
  }
  return RUN_ALL_TESTS();
}
"""


def literal(text):
    """A C++ string literal."""
    return '"' + "".join(f"\\{byte:03o}" for byte in text.encode()) + '"'


class HostileNames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sample = project.Project("hostile names")
        cls.sample.write("CMakeLists.txt", project.HEAD + """
add_executable(odd odd.cpp)
target_link_libraries(odd PRIVATE GTest::gtest)
add_continuous_test(odd)
""")
        cls.sample.write("odd.cpp", PROGRAM.replace("@names@", ", ".join(map(literal, NAMES))))
        project.must(cls.sample.configure())
        project.must(cls.sample.build())
        cls.classes = {each["name"]: each for each in cls.sample.tests("odd")["classes"]}

    def run_one(self, selector, name):
        manifest = self.sample.build_directory / "carpool.tests/odd/manifest.json"
        return project.run(CARPOOL, "run", "--manifest", manifest, selector, name)

    def test_1_all_are_discovered(self):
        self.assertEqual(len(self.classes), CLASSES)
        for name in NAMES[1:]:
            self.assertIn(name, self.classes)
        methods = [each["name"] for each in self.classes["Methods"]["methods"]]
        self.assertEqual(methods[:-1], NAMES)
        self.assertEqual(self.classes["Methods"]["methods"][-1]["name_bytes"], b"latin \xe9".hex())
        printed = [each.get("value_parameter", "") for each in self.classes["Hostile/Values"]["methods"]]
        self.assertEqual(printed[:-1], NAMES)

    def test_2_ctest_runs_every_one_and_the_report_names_it(self):
        outcome = project.must(self.sample.ctest("--output-on-failure", "-j2"))
        self.assertIn(f"0 tests failed out of {CLASSES + 1}", outcome.output)
        reported = {each["name"]: each for each in self.sample.report()["classes"]}
        for name in NAMES[1:]:
            self.assertEqual([each["status"] for each in reported[name]["methods"]], ["passed"], repr(name))
        methods = {each["name"]: each["status"] for each in reported["Methods"]["methods"]}
        for name in NAMES:
            self.assertEqual(methods[name], "passed", repr(name))
        self.assertEqual(len(reported["Hostile/Values"]["methods"]), len(NAMES) + 1)

    def test_3_selection_is_exact(self):
        for name in NAMES:
            outcome = self.run_one("--method", f"Methods.{name}")
            self.assertEqual(outcome.code, 0, f"{name!r}:\n{outcome.output}")
            self.assertRegex(outcome.output, r"\b1 (test|passed|method)", repr(name))

    def test_4_a_name_without_a_match_is_an_error(self):
        for selector, name in [("--method", "Methods.nothing"), ("--method", "Methods.a**"), ("--method", "*.*"),
                               ("--class", "Method*"), ("--class", "methods")]:
            self.assertEqual(self.run_one(selector, name).code, 4, name)

    def test_5_values_are_selected_by_their_index(self):
        outcome = self.run_one("--method", "Hostile/Values.AreNames/7")
        self.assertEqual(outcome.code, 0, outcome.output)


if __name__ == "__main__":
    unittest.main()
