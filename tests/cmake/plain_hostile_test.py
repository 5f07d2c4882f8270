"""`carpool run` of ordinary GoogleTest executables that would have it believe what is not so, or get in its way."""

import pathlib
import shutil
import unittest

import project

PROJECT = project.HEAD + r"""
foreach(name IN ITEMS death hostile)
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
endforeach()
add_executable(mains mains.cpp)
target_link_libraries(mains PRIVATE GTest::gtest)
"""

DEATH = r"""
#include <gtest/gtest.h>

#include <cstdlib>

void set_style(const char* style) { testing::FLAGS_gtest_death_test_style = style; }
TEST(Threadsafe, DoesNotDie) {
  set_style("threadsafe");
  EXPECT_DEATH({}, "");
}
TEST(Threadsafe, Dies) {
  set_style("threadsafe");
  for (int i = 0; i < 20; ++i) EXPECT_DEATH(std::abort(), "");
  EXPECT_EXIT(std::exit(3), testing::ExitedWithCode(3), "");
}
TEST(Fast, DoesNotDie) {
  set_style("fast");
  EXPECT_DEATH({}, "");
}
TEST(Fast, Dies) {
  set_style("fast");
  EXPECT_DEATH(std::abort(), "");
  EXPECT_EXIT(std::exit(3), testing::ExitedWithCode(3), "");
}
"""

HOSTILE = r"""
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

// The descriptor of GoogleTest's event stream.
int stream() {
  for (int number = 3; number < 256; ++number) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    const int found = getpeername(number, reinterpret_cast<sockaddr*>(&peer), &size);
    if (found == 0 && peer.sin_family == AF_INET) return number;
  }
  return -1;
}

int call_anew() {
  std::ifstream file("/proc/self/cmdline");
  const std::string line((std::istreambuf_iterator<char>(file)), {});
  const std::string flag = "--gtest_stream_result_to=127.0.0.1:";
  const int port = std::atoi(line.c_str() + line.find(flag) + flag.size());
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int number = socket(AF_INET, SOCK_STREAM, 0);
  return connect(number, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 ? number : -1;
}

void say(int number, const std::string& text) {
  ASSERT_EQ(write(number, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}
void close_all() {
  for (int number = 3; number < 256; ++number) close(number);
}
const std::string kPassed = "event=TestEnd&passed=1&elapsed_time=0ms\n";
const std::string kOver = "event=TestCaseEnd&passed=1&elapsed_time=0ms\nevent=TestProgramEnd&passed=1\n";
#define FAIL_AND(...) do { EXPECT_EQ(1, 2); __VA_ARGS__; } while (false)

TEST(Forges, Before) {}
TEST(Forges, ItsEnd) { FAIL_AND(say(stream(), kPassed)); }
TEST(Forges, TheNextBegin) { FAIL_AND(say(stream(), kPassed + "event=TestStart&name=After\n")); }
TEST(Forges, After) {}
TEST(ForgesAll, AndExits) { FAIL_AND(say(stream(), kPassed + kOver); _exit(0)); }
TEST(ForgesAll, After) {}
TEST(ForgesBeforeACrash, ItsEnd) { FAIL_AND(say(stream(), kPassed)); }
TEST(ForgesBeforeACrash, Crashes) { std::abort(); }
TEST(Calls, ByItself) { FAIL_AND(const int own = call_anew(); say(own, kPassed + kOver); close(own)); }
TEST(Calls, After) {}
TEST(Prints, Events) { FAIL_AND(std::printf("%s%s", kPassed.c_str(), kOver.c_str())); }
TEST(Floods, TheStream) {
  const int number = stream();
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "event=TestProgramStart\nevent=TestCaseStart&name=x\nx\n";
  for (;;) say(number, many);
}
TEST(Floods, After) {}
TEST(Closes, Before) {}
TEST(Closes, All) { close_all(); }
TEST(Closes, AllAndOpens) {
  close_all();
  for (int i = 0; i < 20; ++i) std::fopen("own.txt", "w");
}
TEST(Closes, AllAndFails) { FAIL_AND(close_all()); }
TEST(Closes, After) {}
TEST(ClosesBeforeACrash, All) { close_all(); }
TEST(ClosesBeforeACrash, Crashes) { std::abort(); }
TEST(Records, ThatItWasSkipped) { FAIL_AND(RecordProperty("result", "SKIPPED"); RecordProperty("failures", "none")); }
TEST(Records, ThatItFailed) { RecordProperty("failures", "all"); }
TEST(Breaks, TheResults) { RecordProperty("a \" quote", "x"); }
TEST(Breaks, TheResultsAndFails) { FAIL_AND(RecordProperty("a \" quote", "x")); }
TEST(Breaks, Nothing) {}
TEST(Bytes, Fail) { FAIL() << "\xff\xfe"; }
TEST(Bytes, Pass) {}
TEST(Forks, AndBothComeBack) {
  const pid_t child = fork();
  if (child != 0) waitpid(child, nullptr, 0);
}
TEST(Forks, AndTheChildStays) { if (fork() == 0) for (;;) pause(); }
TEST(Forks, AndTheChildWrites) {
  if (fork() == 0) for (;;) say(stream(), kPassed);
  usleep(50'000);
}
TEST(Forks, After) {}
TEST(Exits, One) {}
TEST(Exits, InTheMiddle) { std::exit(0); }
TEST(Exits, Three) {}
TEST(Crashes, One) {}
TEST(Crashes, InTheLast) { std::abort(); }
TEST(Größe, Passt) {}

struct Odd : testing::Test {
  void TestBody() override {}
};
const int registered = [] {
  for (const char* name : {"a b", "a:b", "a*b", "a-b", "a?b", "-", "a/b", "a=b&c=d", "a%b", "<a>", "'\"", ""}) {
    testing::RegisterTest("Odd", name, nullptr, nullptr, __FILE__, __LINE__, []() -> Odd* { return new Odd; });
  }
  testing::RegisterTest("Odd", "a\nb", nullptr, nullptr, __FILE__, __LINE__, []() -> Odd* { return new Odd; });
  return 0;
}();
"""

MAINS = r"""
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

std::string mode;
bool is(const std::string& name) { return mode == name; }
struct Environment : testing::Environment {
  void SetUp() override {
    if (is("environment_skips")) GTEST_SKIP() << "no licence";
    if (is("environment_fails")) FAIL() << "no licence";
  }
  void TearDown() override {
    if (is("environment_ends_badly")) ADD_FAILURE() << "left open";
  }
};
TEST(One, Passes) {}
TEST(One, Fails) { EXPECT_FALSE(is("fails") || is("fails_fast") || is("repeats") || is("returns_zero")); }
TEST(One, Last) {}
class Two : public testing::Test {
 public:
  static void SetUpTestSuite() {
    SUCCEED();
    if (is("returns_zero")) FAIL() << "no database";
  }
  static void TearDownTestSuite() { SUCCEED(); }
};
TEST_F(Two, Passes) {}

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    if (arguments[i][0] != '-') mode = arguments[i];
  }
  testing::InitGoogleTest(&count, arguments);
  testing::AddGlobalTestEnvironment(new Environment);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  if (is("writes_no_results")) delete listeners.Release(listeners.default_xml_generator());
  if (is("fails_fast")) testing::FLAGS_gtest_fail_fast = true;
  if (is("repeats")) testing::FLAGS_gtest_repeat = 3;
  if (is("widens_the_filter")) testing::FLAGS_gtest_filter = "*";
  if (is("closes")) {
    for (int number = 3; number < 256; ++number) close(number);
  }
  if (is("ignores_its_flags")) return 0;
  int code = RUN_ALL_TESTS();
  if (is("runs_twice")) code |= RUN_ALL_TESTS();
  return is("returns_zero") ? 0 : code;
}
"""


def setUpModule():  # noqa: N802 (unittest's name)
    global folder
    folder = project.Project("plain_hostile")
    folder.write("CMakeLists.txt", PROJECT)
    for name, text in [("death", DEATH), ("hostile", HOSTILE), ("mains", MAINS)]:
        folder.write(f"{name}.cpp", text)
    project.must(folder.configure())
    project.must(folder.build())


def carpool(*words, environment=None):
    program = pathlib.Path(project.PREFIX) / "bin" / "carpool"
    return project.run(program, *words, cwd=folder.build_directory, environment=environment)


class Hostile(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        shutil.rmtree(folder.build_directory / "Testing", ignore_errors=True)

    def run_tests(self, *words, code, environment=None):
        """Statuses of classes and methods by name; the methods' records are kept."""
        outcome = carpool("run", *words, environment=environment)
        self.assertEqual(outcome.code, code, outcome.output)
        self.classes = {each["name"]: each for each in folder.report()["classes"]}
        self.methods = {f"{name}.{method['name']}": method
                        for name, each in self.classes.items() for method in each["methods"]}
        return {name: method["status"] for name, method in self.methods.items()}

    def test_believes_no_death_test_that_does_not_die(self):
        self.assertEqual(self.run_tests("death", code=1), {
            "Threadsafe.DoesNotDie": "failed", "Threadsafe.Dies": "passed",
            "Fast.DoesNotDie": "failed", "Fast.Dies": "passed",
        })
        self.assertIn("failed to die", self.methods["Threadsafe.DoesNotDie"]["failures"][0]["message"])

    def test_lets_no_test_change_a_verdict(self):
        statuses = self.run_tests("hostile", "--timeout", "4", "-j", "2", code=1)
        self.assertEqual({name: status for name, status in statuses.items() if not name.startswith("Odd.")}, {
            "Forges.Before": "passed", "Forges.ItsEnd": "protocol_error", "Forges.TheNextBegin": "protocol_error",
            "Forges.After": "passed", "ForgesAll.AndExits": "protocol_error", "ForgesAll.After": "passed",
            "ForgesBeforeACrash.ItsEnd": "protocol_error", "ForgesBeforeACrash.Crashes": "crashed",
            "Calls.ByItself": "failed", "Calls.After": "passed", "Prints.Events": "failed",
            "Floods.TheStream": "timed_out", "Floods.After": "passed",
            "Closes.Before": "passed", "Closes.All": "passed", "Closes.AllAndOpens": "passed",
            "Closes.AllAndFails": "failed", "Closes.After": "passed",
            "ClosesBeforeACrash.All": "crashed", "ClosesBeforeACrash.Crashes": "crashed",
            "Records.ThatItWasSkipped": "failed", "Records.ThatItFailed": "passed",
            "Breaks.TheResults": "passed", "Breaks.TheResultsAndFails": "failed", "Breaks.Nothing": "passed",
            "Bytes.Fail": "failed", "Bytes.Pass": "passed",
            "Forks.AndBothComeBack": "passed", "Forks.AndTheChildStays": "passed", "Forks.AndTheChildWrites": "passed",
            "Forks.After": "passed", "Exits.One": "passed", "Exits.InTheMiddle": "exited", "Exits.Three": "passed",
            "Crashes.One": "passed", "Crashes.InTheLast": "crashed", "Größe.Passt": "passed",
        })
        odd = {name: status for name, status in statuses.items() if name.startswith("Odd.")}
        self.assertEqual(len(odd), 13)
        self.assertEqual(set(odd.values()), {"passed"}, odd)
        self.assertIn("GoogleTest's results say that it failed", self.methods["Forges.ItsEnd"]["reason"])

    def test_compares_what_is_hard_to_read(self):
        outcome = carpool("compare", "hostile", "--blocks", "1", "--class", "Records", "--class", "Größe")
        self.assertEqual(outcome.code, 1, outcome.output)
        self.assertIn("Every method has the same verdict both ways.", outcome.output)
        self.assertIn("red: Records.ThatItWasSkipped (failed)\n", outcome.output)

    def test_loses_no_method_by_the_environment(self):
        results = folder.root / "results.xml"
        environment = {
            "GTEST_FAIL_FAST": "1", "TESTBRIDGE_TEST_RUNNER_FAIL_FAST": "1", "GTEST_BRIEF": "1", "GTEST_FILTER": "None",
            "TESTBRIDGE_TEST_ONLY": "None", "GTEST_REPEAT": "2", "GTEST_SHUFFLE": "1", "GTEST_TOTAL_SHARDS": "3",
            "GTEST_SHARD_INDEX": "1", "GTEST_OUTPUT": f"xml:{results}", "GTEST_STREAM_RESULT_TO": "127.0.0.1:1",
            "GTEST_PRINT_TIME": "0", "GTEST_ALSO_RUN_DISABLED_TESTS": "1", "GTEST_LIST_TESTS": "1", "GTEST_COLOR": "yes",
        }
        expected = {"One.Passes": "passed", "One.Fails": "failed", "One.Last": "passed", "Two.Passes": "passed"}
        self.assertEqual(self.run_tests("mains", "--", "fails", code=1, environment=environment), expected)
        self.assertFalse(results.exists())
        compared = carpool("compare", "mains", "--blocks", "1", "--", "fails", environment=environment)
        self.assertIn("Every method has the same verdict both ways.", compared.output)
        # Those that make a test fail the harder are left alone.
        for variable in ("GTEST_THROW_ON_FAILURE", "GTEST_BREAK_ON_FAILURE"):
            statuses = self.run_tests("mains", "--", "fails", code=1, environment={variable: "1"})
            self.assertEqual(statuses, {**expected, "One.Fails": "crashed"})

    def test_loses_no_method_by_an_argument(self):
        statuses = self.run_tests("mains", "--", "fails", "--gtest_fail_fast", "--gtest_brief=1", code=1)
        self.assertEqual(statuses["One.Last"], "passed")
        for flag in ("--gtest_filter=One.*", "--gtest_list_tests"):
            outcome = carpool("run", "mains", "--", flag)
            self.assertEqual(outcome.code, 2, outcome.output)
            self.assertIn("choose by --class and --method", outcome.output)

    def test_sees_through_odd_mains(self):
        green = {"One.Passes": "passed", "One.Fails": "passed", "One.Last": "passed", "Two.Passes": "passed"}
        red = {**green, "One.Fails": "failed"}
        for mode, code, expected, of_class in [
            ("", 0, green, {"One": "passed", "Two": "passed"}),
            ("fails_fast", 1, red, {"One": "failed", "Two": "passed"}),
            ("repeats", 1, red, {"One": "failed", "Two": "passed"}),
            ("widens_the_filter", 0, green, {"One": "passed", "Two": "passed"}),
            ("returns_zero", 1, {**red, "Two.Passes": "not_run"}, {"One": "failed", "Two": "setup_failed"}),
            ("runs_twice", 1, green, {"One": "teardown_failed", "Two": "teardown_failed"}),
            ("environment_skips", 0, dict.fromkeys(green, "skipped"), {"One": "skipped", "Two": "skipped"}),
            ("environment_fails", 1, dict.fromkeys(green, "not_run"), {"One": "setup_failed", "Two": "setup_failed"}),
            ("environment_ends_badly", 1, green, {"One": "teardown_failed", "Two": "teardown_failed"}),
            ("writes_no_results", 1, dict.fromkeys(green, "protocol_error"), {"One": "failed", "Two": "failed"}),
            ("closes", 1, dict.fromkeys(green, "not_run"), {"One": "failed", "Two": "failed"}),
        ]:
            with self.subTest(mode=mode):
                self.assertEqual(self.run_tests("mains", "--", *([mode] if mode else []), code=code), expected)
                self.assertEqual({name: each["status"] for name, each in self.classes.items()}, of_class)
                if mode == "runs_twice":
                    self.assertIn("main() calls RUN_ALL_TESTS() once more", self.classes["One"]["reason"])
        self.assertEqual(carpool("run", "mains", "--", "ignores_its_flags").code, 3)


if __name__ == "__main__":
    unittest.main()
