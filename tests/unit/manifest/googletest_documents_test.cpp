#include "manifest/googletest_documents.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

// As GoogleTest 1.12 and 1.17 write them.
TEST(GoogleTestList, ReadsClassesAndMethods) {
  const auto classes = parse_googletest_list(R"({"tests": 4, "name": "AllTests", "testsuites": [
      {"name": "A", "tests": 2, "testsuite": [
        {"name": "One", "file": "a.cpp", "line": 3}, {"name": "DISABLED_Two", "file": "a.cpp", "line": 4}]},
      {"name": "I/P", "tests": 1, "testsuite": [
        {"name": "Is/0", "value_param": "\"a;b\"", "file": "p.cpp", "line": 5}]},
      {"name": "I/DISABLED_T/0", "tests": 1, "testsuite": [
        {"name": "One", "type_param": "int", "file": "t.cpp", "line": 6}]}]})");
  ASSERT_TRUE(classes) << classes.error().message;
  ASSERT_EQ(classes->size(), 3u);
  const TestClass& plain = (*classes)[0];
  EXPECT_EQ(plain.name, "A");
  ASSERT_EQ(plain.methods.size(), 2u);
  EXPECT_EQ(plain.methods[0].file, "a.cpp");
  EXPECT_EQ(plain.methods[0].line, 3);
  EXPECT_FALSE(plain.methods[0].disabled);
  EXPECT_TRUE(plain.methods[1].disabled);
  EXPECT_EQ((*classes)[1].methods[0].value_parameter, "\"a;b\"");
  EXPECT_EQ((*classes)[2].methods[0].type_parameter, "int");
  EXPECT_TRUE((*classes)[2].methods[0].disabled);
}

TEST(GoogleTestResults, TellsSkippedFromFailed) {
  const auto results = parse_googletest_results(R"({"testsuites": [{"name": "A", "testsuite": [
      {"name": "Passes", "status": "RUN", "result": "COMPLETED"},
      {"name": "Skips", "status": "RUN", "result": "SKIPPED"},
      {"name": "Fails", "status": "RUN", "result": "COMPLETED", "failures": [{"failure": "x"}]},
      {"name": "Off", "status": "NOTRUN", "result": "SUPPRESSED"}]}]})");
  ASSERT_TRUE(results) << results.error().message;
  ASSERT_EQ(results->size(), 3u);
  EXPECT_FALSE(results->at({"A", "Passes"}).skipped);
  EXPECT_FALSE(results->at({"A", "Passes"}).failed);
  EXPECT_TRUE(results->at({"A", "Skips"}).skipped);
  EXPECT_TRUE(results->at({"A", "Fails"}).failed);
}

// RecordProperty("result", "SKIPPED") and the like: GoogleTest reserves neither name.
TEST(GoogleTestResults, TakesNoPropertyOfATestForItsResult) {
  const auto results = parse_googletest_results(R"({"testsuites": [{"name": "A", "testsuite": [
      {"name": "Fails", "status": "RUN", "result": "COMPLETED", "result": "SKIPPED",
       "failures": "none", "failures": [{"failure": "x"}]},
      {"name": "Passes", "status": "RUN", "result": "COMPLETED", "result": "SKIPPED",
       "failures": "none"},
      {"name": "Skips", "status": "RUN", "result": "SKIPPED", "result": "COMPLETED"}]}]})");
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_TRUE(results->at({"A", "Fails"}).failed);
  EXPECT_FALSE(results->at({"A", "Fails"}).skipped);
  EXPECT_FALSE(results->at({"A", "Passes"}).failed);
  EXPECT_FALSE(results->at({"A", "Passes"}).skipped);
  EXPECT_TRUE(results->at({"A", "Skips"}).skipped);
}

TEST(GoogleTestDocuments, TakesEachEscapedByteForAByte) {
  const auto results = parse_googletest_results(
      "{\"testsuites\": [{\"name\": \"\\u00c3\\u0084rger\", \"testsuite\": [{\"name\": "
      "\"\xC3\x9C\","
      " \"status\": \"RUN\", \"result\": \"COMPLETED\", \"own\": \"\\\\u00c3 \\u00ff \xFF\"}]}]}");
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_EQ(results->begin()->first.first, "\xC3\x84rger");
  EXPECT_EQ(results->begin()->first.second, "\xC3\x9C");
}

// As GoogleTest 1.12 writes a failure of a global environment.
TEST(GoogleTestDocuments, MayLackTheCommaBeforeWhatFailedOutsideOfTests) {
  const auto results = parse_googletest_results(R"({"testsuites": [
    {"name": "A", "testsuite": [{"name": "} {", "status": "RUN", "result": "COMPLETED"}]
    }    {
      "name": "NonTestSuiteFailure", "testsuite": [
        {"name": "", "status": "RUN", "result": "COMPLETED", "failures": [{"failure": "x"}]}]}]})");
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_EQ(results->size(), 2u);
  EXPECT_FALSE(results->at({"A", "} {"}).failed);
}

TEST(GoogleTestDocuments, AreErrorsWhereTheyAreNotWhole) {
  for (const char* const text : {"", "{", "[]", "{\"testsuites\": 3}"}) {
    EXPECT_FALSE(parse_googletest_list(text)) << text;
    EXPECT_FALSE(parse_googletest_results(text)) << text;
  }
}

}  // namespace
}  // namespace carpool
