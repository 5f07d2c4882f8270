#include "dashboard/document_file.h"

#include <gtest/gtest.h>

#include <string>

#include "manifest/whole_file.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

class DocumentFile : public ::testing::Test {
 protected:
  Result<PageDocument> read(const std::string& text) {
    const auto file = directory_.path() / "document.json";
    EXPECT_TRUE(write_whole_file(file, text));
    return read_document_file(file);
  }

  void expect_refused(const std::string& text, const std::string& because) {
    const auto document = read(text);
    ASSERT_FALSE(document) << text;
    EXPECT_NE(document.error().message.find("document.json"), std::string::npos);
    EXPECT_NE(document.error().message.find(because), std::string::npos)
        << document.error().message;
  }

  testing::TemporaryDirectory directory_;
};

TEST_F(DocumentFile, IsKnownByItsSchemaAndNamedAfterItsRunOrTarget) {
  const auto report = read(R"({"schema":"carpool/report/v1","run":{"id":"r1"},"classes":[]})");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->kind, DocumentKind::kReport);
  EXPECT_EQ(report->name, "r1");
  const auto comparison = read(R"({"schema":"carpool/comparison/v1","target":"core_tests"})");
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->kind, DocumentKind::kComparison);
  EXPECT_EQ(comparison->name, "core_tests");
  const auto trend = read(R"({"schema":"carpool/trend/v1","runs":[]})");
  ASSERT_TRUE(trend);
  EXPECT_EQ(trend->kind, DocumentKind::kTrend);
  EXPECT_EQ(trend->name, "document.json");
}

TEST_F(DocumentFile, IsATimelineWhereItHoldsTraceEvents) {
  const auto timeline = read(R"({"traceEvents":[{"ph":"X"}],"otherData":{"run":"r1"}})");
  ASSERT_TRUE(timeline);
  EXPECT_EQ(timeline->kind, DocumentKind::kTimeline);
  EXPECT_EQ(timeline->name, "r1");
}

TEST_F(DocumentFile, IsNotTakenForWhatAPartOfItSays) {
  expect_refused(R"({"inner":{"schema":"carpool/report/v1"},"list":[{"traceEvents":[]}]})",
                 "it names no schema");
}

TEST_F(DocumentFile, GivesItsBytesWhenThePageIsWritten) {
  const std::string text = R"({"schema":"carpool/trend/v1"})";
  const auto document = read(text);
  ASSERT_TRUE(document);
  std::string bytes;
  ASSERT_TRUE(document->write([&](std::string_view piece) { bytes += piece; }));
  EXPECT_EQ(bytes, text);
  std::filesystem::remove(directory_.path() / "document.json");
  EXPECT_FALSE(document->write([](std::string_view) {}));
}

TEST_F(DocumentFile, IsRefusedWithTheReason) {
  expect_refused("", "is not a JSON document");
  expect_refused(R"({"schema":"carpool/report/v1")", "is not a JSON document");
  expect_refused("{\"schema\":\"carpool/report/v1\",\"x\":\"\xff\"}", "is not a JSON document");
  expect_refused(R"({"schema":"carpool/report/v1","x":"\ud800"})", "is not a JSON document");
  expect_refused(R"({"schema":"carpool/report/v1"} more)", "is not a JSON document");
  expect_refused(R"({"schema":"carpool/report/v2"})", "'carpool/report/v2'");
  expect_refused("[]", "it names no schema");
  EXPECT_FALSE(read_document_file(directory_.path() / "gone.json"));
  EXPECT_FALSE(read_document_file(directory_.path()));
}

}  // namespace
}  // namespace carpool
