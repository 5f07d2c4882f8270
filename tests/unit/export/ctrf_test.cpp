#include "export/ctrf.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include <gtest/gtest.h>

#include "unit/export/export_fixture.h"

namespace carpool::testing {
namespace {

using Json = nlohmann::json;

class CtrfTest : public ExportFixture {
 protected:
  Json parsed(const Report& report) const {
    const std::string text = text_of(export_ctrf, report);
    keep_document(".ctrf.json", text);
    return Json::parse(text);
  }

  static Json test(const Json& document, const std::string& name) {
    for (const Json& of_test : document["results"]["tests"]) {
      if (of_test["name"] == name) return of_test;
    }
    ADD_FAILURE() << "no test " << name;
    return {};
  }
};

TEST_F(CtrfTest, CountsEveryTestOnce) {
  write_run_of_all_kinds();
  const Json document = parsed(built());
  EXPECT_EQ(document["reportFormat"], "CTRF");
  EXPECT_EQ(document["results"]["tool"]["name"], "carpool");
  const Json summary = document["results"]["summary"];
  EXPECT_EQ(summary["tests"], 11);
  EXPECT_EQ(summary["passed"], 2) << "passes, flakes";
  EXPECT_EQ(summary["failed"], 7);
  EXPECT_EQ(summary["skipped"], 2);
  EXPECT_EQ(summary["flaky"], 1);
  EXPECT_EQ(summary["start"], kRunBegan_ns / kMillisecond_ns);
  EXPECT_EQ(document["results"]["tests"].size(), 11u);
}

TEST_F(CtrfTest, KeepsTheStatusOfCarpoolBesideItsOwn) {
  write_run_of_all_kinds();
  const Json document = parsed(built());
  const std::map<std::string, std::pair<std::string, std::string>> expected{
      {"passes", {"passed", "passed"}},          {"fails", {"failed", "failed"}},
      {"skips", {"skipped", "skipped"}},         {"DISABLED_sleeps", {"skipped", "disabled"}},
      {"flakes", {"passed", "flaky"}},           {"crashes", {"failed", "crashed"}},
      {"times_out", {"failed", "timed_out"}},    {"exits", {"failed", "exited"}},
      {"garbles", {"failed", "protocol_error"}}, {"waits", {"failed", "not_run"}}};
  for (const auto& [name, words] : expected) {
    const Json of_test = test(document, "C." + name);
    EXPECT_EQ(of_test["status"], words.first) << name;
    EXPECT_EQ(of_test["rawStatus"], words.second) << name;
  }
}

TEST_F(CtrfTest, TellsAFailureAndItsPlace) {
  write_run_of_all_kinds();
  const Json fails = test(parsed(built()), "C.fails");
  EXPECT_EQ(fails["suite"], Json({"core", "C"}));
  EXPECT_EQ(fails["message"], "1 != 2 but it should");
  EXPECT_EQ(fails["trace"], "a.cpp:7:\n1 != 2\nbut it should");
  EXPECT_EQ(fails["filePath"], "a.cpp");
  EXPECT_EQ(fails["line"], 7);
  EXPECT_EQ(fails["stdout"], Json({"first output"}));
  EXPECT_EQ(fails["duration"], 1);
  EXPECT_EQ(fails["extra"]["duration_ns"], kMillisecond_ns);
  EXPECT_EQ(fails["threadId"], "worker 1");
}

TEST_F(CtrfTest, TellsEarlierAttempts) {
  write_run_of_all_kinds();
  const Json flakes = test(parsed(built()), "C.flakes");
  EXPECT_EQ(flakes["flaky"], true);
  EXPECT_EQ(flakes["retries"], 1);
  ASSERT_EQ(flakes["retryAttempts"].size(), 1u);
  EXPECT_EQ(flakes["retryAttempts"][0]["attempt"], 1);
  EXPECT_EQ(flakes["retryAttempts"][0]["status"], "failed");
  EXPECT_EQ(flakes["retryAttempts"][0]["message"], "1 != 2 but it should");
}

TEST_F(CtrfTest, LosesNoTroubleOfAClassOrARun) {
  Report report;
  report.classes.push_back({.target = "core",
                            .name = "C",
                            .status = ClassStatus::kSetupFailed,
                            .reason = "suite set-up failed: no"});
  report.problems = {"journal-x.ndjson:3: is broken"};
  const Json document = parsed(report);
  EXPECT_EQ(document["results"]["summary"]["failed"], 2);
  EXPECT_EQ(test(document, "C.[suite set-up]")["message"], "suite set-up failed: no");
  EXPECT_EQ(test(document, "[journal]")["status"], "failed");
}

TEST_F(CtrfTest, TakesNamesAndOutputOfAnyBytes) {
  ScriptedRunner runner(run_, "odd");
  const std::string name = kHostile + std::string(5000, 'x');
  runner.plan(kHostile, {name});
  auto failed = runner.worker(1).finished(1, 0, name, MethodStatus::kFailed);
  failed.failures = {{.file = kHostile, .line = 1, .message = kHostile}};
  failed.output = {.text = kHostile, .total_bytes = kHostile.size()};
  runner.put(failed).retire(1).finish_class(ClassStatus::kFailed, 9).finish(1).flush();
  const Json document = parsed(built());
  EXPECT_EQ(document["results"]["tests"][0]["stdout"].size(), 2u);
}

TEST_F(CtrfTest, OfNothingIsStillADocument) {
  EXPECT_EQ(parsed(Report{})["results"]["summary"]["tests"], 0);
}

}  // namespace
}  // namespace carpool::testing
