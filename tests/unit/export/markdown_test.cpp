#include "export/markdown.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "export/markdown_text.h"
#include "unit/export/export_fixture.h"
#include "unit/export/sample_comparison.h"

namespace carpool::testing {
namespace {

class MarkdownTest : public ExportFixture {
 protected:
  static std::string text_of_report(const Report& report) {
    std::string text;
    export_markdown(report, [&](std::string_view piece) { text += piece; });
    return text;
  }
};

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(MarkdownText, NeverEndsACellALineOrAnElement) {
  const std::string code =
      markdown_code("a|b\n</code><script>`*_[x](y) @you #1 http://example.com", 500);
  for (const char special : {'|', '\n', '`', '*', '_', '[', '@', ':'}) {
    EXPECT_EQ(code.find(special), std::string::npos) << special;
  }
  EXPECT_EQ(code.find('<', 1), code.rfind("</code>")) << code;
}

TEST(MarkdownText, CutsBetweenCharactersAndSaysSo) {
  EXPECT_EQ(markdown_code("abcdef", 3), "<code>abc</code> [...]");
  EXPECT_EQ(markdown_code("ab\xE2\x82\xAC", 4), "<code>ab</code> [...]");
  EXPECT_EQ(markdown_block("abcdef", 3), "<pre>abc</pre>\n\n3 more bytes, see the report\n");
}

TEST_F(MarkdownTest, TellsWhatItCameTo) {
  write_run_of_all_kinds();
  const std::string text = text_of_report(built());
  EXPECT_TRUE(text.starts_with("## Carpool: red\n"));
  EXPECT_TRUE(holds(text, "11 tests in 1 class"));
  EXPECT_TRUE(holds(text, "% (estimated).\n"));
  EXPECT_TRUE(
      holds(text, "| <code>core.C.fails</code> | failed | <code>1 &#33;= 2 but it should</code> |"))
      << text;
  EXPECT_TRUE(holds(text, "| <code>core.C.waits</code> | not_run | <code>nobody came</code> |"));
  EXPECT_TRUE(holds(text, "### Flaky"));
  EXPECT_TRUE(holds(text, "| <code>core.C.flakes</code> | 2 |"));
  EXPECT_TRUE(holds(text, "<details><summary><code>core.C.crashes</code></summary>"));
  EXPECT_TRUE(holds(text, "last words"));
}

TEST_F(MarkdownTest, IsGreenWhereTheReportIs) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a"})
      .worker(1)
      .method(1, 0, "a")
      .retire(1)
      .finish_class(ClassStatus::kPassed, 9)
      .finish()
      .flush();
  const std::string text = text_of_report(built());
  EXPECT_TRUE(text.starts_with("## Carpool: green\n"));
  EXPECT_FALSE(holds(text, "### Red"));
}

TEST_F(MarkdownTest, StaysBelowOneMebibyteAndSaysWhatIsLeftOut) {
  Report report;
  const std::string name(5000, '<');
  for (int i = 0; i < 300; ++i) {
    ClassReport of_class{.target = name, .name = name, .status = ClassStatus::kFailed};
    MethodReport method{.name = name, .status = MethodStatus::kFailed};
    method.last = {.worker = 1, .status = MethodStatus::kFailed};
    method.last.found = std::make_unique<AttemptEvidence>();
    method.last.found->failures = {{.file = name, .line = 1, .message = name}};
    method.last.found->output = {.text = std::string(100'000, '<'), .total_bytes = 100'000};
    of_class.methods.push_back(std::move(method));
    report.classes.push_back(std::move(of_class));
    report.problems.push_back(name);
  }
  const std::string text = text_of_report(report);
  EXPECT_LT(text.size(), 1u << 20);
  EXPECT_TRUE(holds(text, "200 more red, in the report"));
  EXPECT_TRUE(holds(text, "240 more classes, in the report"));
  EXPECT_FALSE(holds(text, "<<"));
}

TEST_F(MarkdownTest, OfAComparisonSaysHowSureItIs) {
  ComparisonDocument comparison = sample_comparison();
  comparison.differences = {"Gains.a: passed apart, failed together"};
  std::string text;
  export_markdown(comparison, [&](std::string_view piece) { text += piece; });
  EXPECT_TRUE(holds(text, "passed apart, failed together"));
  EXPECT_TRUE(holds(text, "| <code>Gains</code> | 2 | 3.0 ms | 1.0 ms | 66.7 % (60.0 to 70.0) |"))
      << text;
  EXPECT_TRUE(holds(text, "not established (-5.0 to 7.5 %)"));
  EXPECT_TRUE(holds(text, "| <code>ctest</code> | 9.0 ms |"));
  EXPECT_FALSE(holds(text, "one&#95;process")) << "it could not be measured";
  EXPECT_TRUE(holds(text, "compared, measured\n"));
  EXPECT_FALSE(holds(text, "estimated"));
  EXPECT_FALSE(holds(text, "noisy"));
}

TEST_F(MarkdownTest, SaysLostWhereThatIsSo) {
  Report report;
  report.spawn_baseline = SpawnEstimate{.spawn_ns = 1'000'000, .continuous_ns = 9'650'000};
  EXPECT_TRUE(
      holds(text_of_report(report), "these classes took 10 ms. 865.0 % lost (estimated).\n"))
      << text_of_report(report);
  ComparisonDocument comparison = sample_comparison();
  comparison.total.reduction_percent = -10;
  comparison.total.reduction_interval_percent = {.low = -12, .high = -5};
  std::string text;
  export_markdown(comparison, [&](std::string_view piece) { text += piece; });
  EXPECT_TRUE(holds(text, "| 10.0 % lost (5.0 to 12.0) |")) << text;
  EXPECT_TRUE(holds(text, "| a process each | with Carpool |")) << text;
  EXPECT_TRUE(holds(text, "2 at a time on 2 cores, 3 pairs.\n")) << text;
}

TEST_F(MarkdownTest, OfASampledComparisonSaysThatItIsAnEstimate) {
  ComparisonDocument comparison = sample_comparison();
  comparison.methods_run_apart = 2;
  comparison.total.spawn_is_estimated = true;
  comparison.total.sampling_error_percent = 1.25;
  comparison.noise = {"load average 3.0 on 2 cores when it began", "<b>runs</b> differ"};
  std::string text;
  export_markdown(comparison, [&](std::string_view piece) { text += piece; });
  EXPECT_TRUE(holds(text, "compared, estimated by a sample\n")) << text;
  EXPECT_TRUE(holds(
      text, "are estimated from 2 of 3 tests; choosing them leaves the total uncertain by 1.2 %"));
  EXPECT_TRUE(holds(
      text,
      "A noisy machine: <code>load average 3.0 on 2 cores when it began</code>; <code>&#60;b"))
      << text;
}

}  // namespace
}  // namespace carpool::testing
