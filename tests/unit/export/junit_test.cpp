#include "export/junit.h"

#include <pugixml.hpp>
#include <string>

#include <gtest/gtest.h>

#include "unit/export/export_fixture.h"

namespace carpool::testing {
namespace {

class JunitTest : public ExportFixture {
 protected:
  void parse(const Report& report) {
    text_ = text_of(export_junit, report);
    keep_document(".junit.xml", text_);
    const auto parsed = document_.load_buffer(text_.data(), text_.size());
    ASSERT_TRUE(parsed) << parsed.description() << " in " << text_;
  }

  pugi::xml_node suite(const std::string& name) const {
    return document_.child("testsuites").find_child_by_attribute("testsuite", "name", name.c_str());
  }

  pugi::xml_node method(const std::string& name) const {
    return suite("core.C").find_child_by_attribute("testcase", "name", name.c_str());
  }

  static std::string attribute(pugi::xml_node node, const char* name) {
    return node.attribute(name).value();
  }

  std::string text_;
  pugi::xml_document document_;
};

TEST_F(JunitTest, HasACaseForEachMethodAndCountsThem) {
  write_run_of_all_kinds();
  parse(built());
  const auto root = document_.child("testsuites");
  const auto of_class = suite("core.C");
  for (const auto node : {root, of_class}) {
    EXPECT_EQ(attribute(node, "tests"), "11");
    EXPECT_EQ(attribute(node, "failures"), "2") << "fails, fails_twice";
    EXPECT_EQ(attribute(node, "errors"), "5")
        << "crashed, timed_out, exited, protocol_error, not_run";
  }
  EXPECT_EQ(attribute(of_class, "skipped"), "2");
  EXPECT_EQ(attribute(of_class, "time"), "0.040000");
  EXPECT_EQ(attribute(of_class, "timestamp"), rfc3339(kRunBegan_ns));
  const auto passes = method("passes");
  EXPECT_EQ(attribute(passes, "classname"), "core.C");
  EXPECT_EQ(attribute(passes, "time"), "0.001000");
  EXPECT_TRUE(passes.first_child().empty());
}

TEST_F(JunitTest, TellsAFailureWithPlaceMessageAndOutput) {
  write_run_of_all_kinds();
  parse(built());
  const auto failure = method("fails").child("failure");
  EXPECT_EQ(attribute(failure, "type"), "failed");
  EXPECT_EQ(attribute(failure, "message"), "1 != 2 but it should");
  EXPECT_STREQ(failure.text().get(), "a.cpp:7:\n1 != 2\nbut it should");
  EXPECT_STREQ(method("fails").child("system-out").text().get(), "first output\n");
}

TEST_F(JunitTest, TellsAllElseThatIsRedAsAnError) {
  write_run_of_all_kinds();
  parse(built());
  for (const auto& [name, word] :
       {std::pair{"crashes", "crashed"}, std::pair{"times_out", "timed_out"},
        std::pair{"exits", "exited"}, std::pair{"garbles", "protocol_error"},
        std::pair{"waits", "not_run"}}) {
    EXPECT_EQ(attribute(method(name).child("error"), "type"), word) << name;
    EXPECT_FALSE(method(name).child("skipped")) << name;
  }
  EXPECT_EQ(attribute(method("waits").child("error"), "message"), "nobody came");
  EXPECT_STREQ(method("crashes").child("error").text().get(),
               "the worker was killed by SIGSEGV\n#0 main");
}

TEST_F(JunitTest, TellsSkippedAndDisabledApart) {
  write_run_of_all_kinds();
  parse(built());
  EXPECT_EQ(attribute(method("skips").child("skipped"), "message"), "no network");
  EXPECT_EQ(attribute(method("DISABLED_sleeps").child("skipped"), "type"), "disabled");
  EXPECT_EQ(attribute(method("DISABLED_sleeps").child("skipped"), "message"), "disabled");
}

TEST_F(JunitTest, TellsEveryAttempt) {
  write_run_of_all_kinds();
  parse(built());
  const auto flaky = method("flakes");
  EXPECT_FALSE(flaky.child("failure"));
  EXPECT_EQ(attribute(flaky.child("flakyFailure"), "message"), "1 != 2 but it should");
  EXPECT_STREQ(flaky.child("flakyFailure").child("system-out").text().get(), "first output\n");
  EXPECT_STREQ(flaky.child("system-out").text().get(), "second output\n");
  const auto twice = method("fails_twice");
  EXPECT_EQ(attribute(twice.child("failure"), "message"), "1 != 2 but it should");
  EXPECT_EQ(attribute(twice.child("rerunFailure"), "type"), "failed");
  EXPECT_STREQ(twice.child("rerunFailure").child("system-out").text().get(), "second output\n");
}

TEST_F(JunitTest, GivesAClassItsTimes) {
  write_run_of_all_kinds();
  parse(built());
  const auto properties = suite("core.C").child("properties");
  const auto value = [&](const char* name) {
    return attribute(properties.find_child_by_attribute("property", "name", name), "value");
  };
  EXPECT_EQ(value("carpool.spawn_ns"), std::to_string(2 * kMillisecond_ns));
  EXPECT_EQ(value("carpool.init_ns"), std::to_string(3 * kMillisecond_ns));
  EXPECT_EQ(value("carpool.suite_set_up_ns"), std::to_string(4 * kMillisecond_ns));
  EXPECT_EQ(value("carpool.status"), "failed");
  EXPECT_EQ(value("carpool.spawn_baseline.basis"), "estimated");
}

TEST_F(JunitTest, LosesNoTroubleOfAClass) {
  ScriptedRunner runner(run_, "a");
  runner.plan("C", {"a"}).worker(1).method(1, 0, "a");
  runner.put(SuiteTornDown{.target = "core",
                           .class_name = "C",
                           .worker = 1,
                           .failed = true,
                           .failures = {{.file = "f.cpp", .line = 3, .message = "leaked"}}});
  runner.finish_class(ClassStatus::kTeardownFailed, 9, "suite tear-down failed").finish(1);
  runner.flush();
  parse(built());
  EXPECT_EQ(attribute(document_.child("testsuites"), "errors"), "1");
  const auto error = method("[suite tear-down]").child("error");
  EXPECT_EQ(attribute(error, "type"), "teardown_failed");
  EXPECT_STREQ(error.text().get(), "suite tear-down failed\nf.cpp:3:\nleaked");
}

TEST_F(JunitTest, IsRedWhereverTheReportIs) {
  for (const ClassStatus status :
       {ClassStatus::kFailed, ClassStatus::kSetupFailed, ClassStatus::kStartupFailed,
        ClassStatus::kTeardownFailed, ClassStatus::kInterrupted}) {
    Report report;
    report.classes.push_back({.target = "core", .name = "C", .status = status});
    parse(report);
    EXPECT_EQ(attribute(document_.child("testsuites"), "errors"), "1") << to_word(status);
  }
  Report interrupted;
  interrupted.run.interrupted = true;
  parse(interrupted);
  EXPECT_EQ(attribute(document_.child("testsuites"), "errors"), "1");
  Report unreadable;
  unreadable.problems = {"journal-x.ndjson:3: is broken"};
  parse(unreadable);
  EXPECT_EQ(attribute(suite("carpool").child("testcase").child("error"), "message"),
            "journal-x.ndjson:3: is broken");
}

TEST_F(JunitTest, OfAnInterruptedRunHasWhatWasNotRunAsErrors) {
  ScriptedRunner(run_, "killed").plan("C", {"a", "b"}).worker(1).method(1, 0, "a");
  parse(built());
  EXPECT_FALSE(method("a").child("error"));
  EXPECT_EQ(attribute(method("b").child("error"), "type"), "not_run");
}

TEST_F(JunitTest, TakesNamesAndOutputOfAnyBytes) {
  ScriptedRunner runner(run_, "odd");
  const std::string name = kHostile + std::string(5000, 'x');
  runner.plan(kHostile, {name});
  auto failed = runner.worker(1).finished(1, 0, name, MethodStatus::kFailed);
  failed.failures = {{.file = kHostile, .line = 1, .message = kHostile}};
  failed.output = {.text = kHostile, .total_bytes = kHostile.size()};
  runner.put(failed).retire(1).finish_class(ClassStatus::kFailed, 9).finish(1).flush();
  parse(built());
  EXPECT_EQ(text_.find("<script"), std::string::npos);
  EXPECT_EQ(text_.find('\0'), std::string::npos);
  const std::string held = "\"'<script>&;|`\n]]>\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD";
  const auto of_method = document_.child("testsuites").child("testsuite").child("testcase");
  EXPECT_EQ(attribute(of_method, "name"), held + std::string(5000, 'x'));
  EXPECT_EQ(std::string(of_method.child("system-out").text().get()), held);
}

// The launcher's own words may be with a rank that was only aborted; of a gang that has run they
// are chatter.
TEST_F(JunitTest, HasWhatTheLauncherOfAGangThatDidNotStartPrinted) {
  Report report;
  ClassReport& of_class = report.classes.emplace_back();
  of_class.target = "core";
  of_class.name = "C";
  WorkerReport& aborted = of_class.workers.emplace_back();
  aborted.worker = 3;
  aborted.rank = 2;
  aborted.how = "aborted";
  aborted.output.text = "the launcher refuses\n";
  parse(report);
  EXPECT_FALSE(suite("core.C").child("system-out"));
  aborted.end_reason = "rank 0: the worker was not ready";
  parse(report);
  EXPECT_STREQ(suite("core.C").child("system-out").text().get(),
               "[worker 3, rank 2, outside of methods]\nthe launcher refuses\n");
}

TEST_F(JunitTest, OfNothingIsStillADocument) {
  parse(Report{});
  EXPECT_EQ(attribute(document_.child("testsuites"), "tests"), "0");
}

}  // namespace
}  // namespace carpool::testing
