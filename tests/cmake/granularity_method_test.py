"""GRANULARITY METHOD beside gtest_discover_tests(): the same tests registered both ways have the same entries in the same
order. Where they may differ, it is written down here."""

import re
import unittest

import project

SIDES = project.HEAD + r"""
include(GoogleTest)
add_library(tests OBJECT odd_test.cpp)
target_link_libraries(tests PUBLIC GTest::gtest_main)
add_subdirectory(theirs)
add_subdirectory(ours)
"""

SIDE = r"""
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/work dir")
foreach(name IN ITEMS pretty indexed few)
  add_executable(@SIDE@_${name})
  target_link_libraries(@SIDE@_${name} PRIVATE tests)
endforeach()
@CALL@(@SIDE@_pretty @OPTIONS@ WORKING_DIRECTORY "${CMAKE_BINARY_DIR}/work dir"
  PROPERTIES TIMEOUT 30 LABELS fast ENVIRONMENT X=1 ENVIRONMENT_MODIFICATION Y=set:2 RESOURCE_LOCK base COST 3
    FIXTURES_REQUIRED data DEPENDS other RUN_SERIAL TRUE PROCESSORS 2 RESOURCE_GROUPS 2,gpus:1
    WILL_FAIL TRUE PASS_REGULAR_EXPRESSION "a b" FAIL_REGULAR_EXPRESSION c
    SKIP_RETURN_CODE 9 REQUIRED_FILES here ATTACHED_FILES_ON_FAIL there
)
@CALL@(@SIDE@_indexed @OPTIONS@ NO_PRETTY_TYPES NO_PRETTY_VALUES TEST_PREFIX "pre fix." TEST_SUFFIX " $suffix"
  WORKING_DIRECTORY "${CMAKE_BINARY_DIR}/work dir"
)
@CALL@(@SIDE@_few @OPTIONS@ TEST_FILTER "Plain.*" TEST_PREFIX few. TEST_LIST @SIDE@_list)
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/after.cmake" "set_tests_properties(\${@SIDE@_list} PROPERTIES COST 7)\n")
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${CMAKE_CURRENT_BINARY_DIR}/after.cmake")
"""

TESTS = r"""
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

TEST(Plain, Passes) {}
TEST(Plain, DISABLED_Off) {}
TEST(DISABLED_Suite, Off) {}
TEST(DISABLED_DISABLED_Twice, DISABLED_DISABLED_Off) {}

template <class T> class Typed : public testing::Test {};
using Types = testing::Types<int, std::map<int, std::string>, int[2]>;
TYPED_TEST_SUITE(Typed, Types, );
TYPED_TEST(Typed, Passes) {}
TYPED_TEST(Typed, DISABLED_Off) {}

struct Namer { template <class T> static std::string GetName(int i) { return "name" + std::to_string(i); } };
template <class T> class Named : public testing::Test {};
TYPED_TEST_SUITE(Named, Types, Namer);
TYPED_TEST(Named, Passes) {}

template <class T> class DISABLED_Typed : public testing::Test {};
TYPED_TEST_SUITE(DISABLED_Typed, Types, );
TYPED_TEST(DISABLED_Typed, Off) {}

template <class T> class Pattern : public testing::Test {};
TYPED_TEST_SUITE_P(Pattern);
TYPED_TEST_P(Pattern, Passes) {}
REGISTER_TYPED_TEST_SUITE_P(Pattern, Passes);
INSTANTIATE_TYPED_TEST_SUITE_P(My, Pattern, Types, );
INSTANTIATE_TYPED_TEST_SUITE_P(DISABLED_Mine, Pattern, Types, );

struct Raw { std::string text; };
void PrintTo(const Raw& raw, std::ostream* stream) { *stream << raw.text; }
class Values : public testing::TestWithParam<Raw> {};
TEST_P(Values, Shown) {}
TEST_P(Values, DISABLED_Off) {}
const Raw kRaw[] = {
  {"a"}, {"a"}, {"two words"}, {" spaces "}, {"a;b"}, {";"}, {"[x]"}, {"["}, {"]"}, {"]=]"}, {"back\\slash"}, {"a\\;b"},
  {"$HOME"}, {"${HOME}"}, {"$ENV{HOME}"}, {"$<1:x>"}, {"@suffix@"}, {"a/b"}, {"a/3"}, {"/"}, {"#hash"}, {"a # b"},
  {"DISABLED_a"}, {"\"quoted\""}, {"'single'"}, {"(a)"}, {"tab\there"}, {"two\nlines"}, {"caf\u00e9"}, {"%d"}, {"a, b"},
  {std::string(249, 'x') + "\n" + "y"}, {std::string(400, 'z')}, {"-a"}, {"*"}, {"a:b"}, {"{}"}, {"<>"}, {"&|!"},
};
INSTANTIATE_TEST_SUITE_P(Odd, Values, testing::ValuesIn(kRaw));
INSTANTIATE_TEST_SUITE_P(DISABLED_Off, Values, testing::Values(Raw{"a"}));
INSTANTIATE_TEST_SUITE_P(Given, Values, testing::Values(Raw{"a"}, Raw{"b/1"}, Raw{"c"}), [](const testing::TestParamInfo<Raw>& info) {
  return info.index == 2 ? std::string("7") : "name" + std::to_string(info.index);
});
class Numbers : public testing::TestWithParam<std::tuple<int, std::string>> {};
TEST_P(Numbers, Shown) {}
INSTANTIATE_TEST_SUITE_P(, Numbers, testing::Combine(testing::Values(-1, 2), testing::Values("", "a\nb")));
class DISABLED_Values : public testing::TestWithParam<int> {};
TEST_P(DISABLED_Values, Off) {}
INSTANTIATE_TEST_SUITE_P(Few, DISABLED_Values, testing::Values(1));
"""


def entries_of(sample, side):
    """(name, properties) in order; two entries may have one name."""
    tests = sample.shown(directory=side)
    return [(test["name"], {each["name"]: each["value"] for each in test["properties"]})
            for test in tests if test["name"] != "carpool.report"]


def sane(names):
    """What Carpool makes of names that CTest cannot hold (it keeps them in lines, and properties by name) or that older
    GoogleTests garble in their JSON."""
    taken = set()
    for name in names:
        name = candidate = name.replace("\n", "\\x0A").replace("caf\u00c3\u00a9", "caf\u00e9")
        number = 2
        while candidate in taken:
            candidate = f"{name}#{number}"
            number += 1
        taken.add(candidate)
        yield candidate


class GranularityMethod(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.sample = project.Project("granularity method")
        cls.sample.write("CMakeLists.txt", SIDES)
        cls.sample.write("odd_test.cpp", TESTS)
        for side, call, options in [("theirs", "gtest_discover_tests", ""),
                                    ("ours", "add_continuous_test", "GRANULARITY METHOD")]:
            text = SIDE.replace("@SIDE@", side).replace("@CALL@", call).replace("@OPTIONS@", options)
            cls.sample.write(f"{side}/CMakeLists.txt", text)
        project.must(cls.sample.configure())
        project.must(cls.sample.build())
        cls.theirs = entries_of(cls.sample, "theirs")
        cls.ours = entries_of(cls.sample, "ours")

    def test_names_and_their_order(self):
        self.assertGreater(len(self.theirs), 200)
        self.assertEqual([name for name, _ in self.ours], list(sane(name for name, _ in self.theirs)))

    def test_properties(self):
        names = [name for name, _ in self.theirs]
        for (name, ours), (their_name, theirs) in zip(self.ours, self.theirs):
            # CTest gives both of two namesakes the properties of each.
            if names.count(their_name) > 1:
                continue
            with self.subTest(entry=name):
                self.assertEqual(self.without_carpool(ours), self.expected(name, theirs))

    def without_carpool(self, properties):
        """Takes out what Carpool adds, which has to be there."""
        left = dict(properties)
        self.assertIn("carpool_report", left["FIXTURES_REQUIRED"])
        left["FIXTURES_REQUIRED"] = [each for each in left["FIXTURES_REQUIRED"] if each != "carpool_report"]
        locks = [each for each in left["RESOURCE_LOCK"] if each.startswith("carpool.")]
        self.assertEqual(len(locks), 1)
        self.assertRegex(locks[0], r"^carpool\.ours_\w+\..+#0$")
        left["RESOURCE_LOCK"] = [each for each in left["RESOURCE_LOCK"] if each not in locks]
        left.pop("DEF_SOURCE_LINE", None)
        return {key: value for key, value in left.items() if value != []}

    @staticmethod
    def expected(name, properties):
        expected = dict(properties)
        # An exit code in its place, which no output can look like.
        del expected["SKIP_REGULAR_EXPRESSION"]
        expected.setdefault("SKIP_RETURN_CODE", 77)
        # GoogleTest counts these as disabled; theirs runs them.
        if "Few/DISABLED_Values" in name:
            expected["DISABLED"] = True
        expected.pop("DEF_SOURCE_LINE", None)
        if expected["WORKING_DIRECTORY"].endswith("/theirs"):
            expected["WORKING_DIRECTORY"] = re.sub("theirs$", "ours", expected["WORKING_DIRECTORY"])
        return expected

    def test_commands_name_the_method_itself_and_places_are_known(self):
        directory = self.sample.build_directory / "ours/carpool.tests/ours_few"
        script = (directory / "entries.cmake").read_text()
        command = f"carpool-exec]=] [=[{directory}/manifest.json]=] [=[Plain.DISABLED_Off]=])"
        self.assertRegex(script, r"add_test\(\[=\[few\.Plain\.Off\]=\] \[=\[/.*/bin/" + re.escape(command))
        self.assertIn("odd_test.cpp:7]=]", script)
        self.assertIn("odd_test.cpp:8]=]", script)

    def test_options_are_in_the_manifest(self):
        manifest = project.read_document(self.sample.build_directory / "ours/carpool.tests/ours_pretty/manifest.json")
        self.assertEqual(manifest["granularity"], "method")
        self.assertEqual(manifest["test_timeout_ms"], 30000)
        self.assertEqual(manifest["properties"][0], ["TIMEOUT", "30"])


if __name__ == "__main__":
    unittest.main()
