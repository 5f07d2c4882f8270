#include "archive/seen_run.h"

#include <gtest/gtest.h>

#include "archive/compact_json.h"
#include "support/sample_report.h"

namespace carpool {
namespace {

using testing::SampleReport;

TEST(SeenRun, HasWhatTheReportHad) {
  SampleReport sample(3, "north");
  sample.method("a", MethodStatus::kPassed, 7).method("b").retried();
  sample.method("c", MethodStatus::kFailed);
  std::vector<SeenClass> classes;
  const auto run = read_seen_run(
      sample.text(), [&](SeenClass of_class) { classes.push_back(std::move(of_class)); });
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->id, sample.id());
  EXPECT_EQ(run->host_name, "north");
  EXPECT_EQ(run->host_cores, 2);
  EXPECT_EQ(run->started_at_ns, SampleReport::kFirst_ns + 3 * SampleReport::kHour_ns);
  EXPECT_TRUE(run->red);
  ASSERT_EQ(run->totals.size(), 13u);
  EXPECT_EQ(run->totals[1], (std::pair<std::string, std::int64_t>("methods", 3)));
  ASSERT_EQ(classes.size(), 1u);
  EXPECT_EQ(classes[0].target, "core");
  EXPECT_EQ(classes[0].status, ClassStatus::kFailed);
  ASSERT_EQ(classes[0].methods.size(), 3u);
  EXPECT_EQ(classes[0].methods[0].duration_ns, 7);
  const SeenMethod& retried = classes[0].methods[1];
  EXPECT_EQ(retried.status, MethodStatus::kFlaky);
  EXPECT_EQ(retried.last.status, MethodStatus::kPassed) << "an attempt is not flaky";
  EXPECT_EQ(retried.last.position, 0);
  ASSERT_EQ(retried.earlier.size(), 1u);
  EXPECT_EQ(retried.earlier[0].status, MethodStatus::kFailed);
  EXPECT_EQ(retried.earlier[0].position, 1);
  EXPECT_EQ(retried.earlier[0].worker, 1);
}

TEST(SeenRun, IsTheSameOfACompactReport) {
  const std::string text = SampleReport(0).method("a \"b\\\" : [1, 2]").text();
  const std::string compact = compact_json(text);
  EXPECT_EQ(compact.find('\n'), std::string::npos);
  EXPECT_LT(compact.size(), text.size());
  EXPECT_EQ(compact_json(compact), compact);
  std::string name;
  const auto run = read_seen_run(
      compact, [&](const SeenClass& of_class) { name = of_class.methods.at(0).name; });
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(name, "a \"b\\\" : [1, 2]");
}

TEST(SeenRun, RefusesWhatIsNoReport) {
  const auto refused = [](std::string_view text, std::string_view because) {
    const auto run = read_seen_run(text, [](const SeenClass&) {});
    ASSERT_FALSE(run) << text;
    EXPECT_NE(run.error().message.find(because), std::string::npos) << run.error().message;
  };
  refused("", "no report");
  refused("[]", "names no schema");
  refused(R"({"schema":"carpool/report/v2"})", "carpool/report/v2, this Carpool reads");
  refused(R"({"schema":"carpool/report/v1"})", "run");
  const std::string text = SampleReport(0).method("a").text();
  refused(text.substr(0, text.size() / 2), "no report");
  std::string other = text;
  other.replace(other.rfind("\"passed\""), 8, "\"purple\"");
  refused(other, "no status \"purple\"");
}

}  // namespace
}  // namespace carpool
