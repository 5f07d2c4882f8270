#include "export/document_schema.h"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "support/temporary_directory.h"

namespace carpool::testing {
namespace {

class DocumentSchemaTest : public ::testing::Test {
 protected:
  Result<DocumentSchema> kind_of(const std::string& text) {
    const auto file = directory_.path() / "document.json";
    std::ofstream(file) << text;
    return document_schema(file);
  }

  TemporaryDirectory directory_;
};

TEST_F(DocumentSchemaTest, KnowsAReportAndItsRun) {
  const auto kind = kind_of(
      R"({"schema": "carpool/report/v1", "run": {"id": "r1", "host": {"name": "h"}}, "classes": [)"
      R"({"schema": "no", "id": "no"}]})");
  ASSERT_TRUE(kind) << kind.error().message;
  EXPECT_EQ(kind->schema, "carpool/report/v1");
  EXPECT_EQ(kind->run_id, "r1");
}

TEST_F(DocumentSchemaTest, ReadsNoFurtherThanItMust) {
  const auto kind =
      kind_of(R"({"schema": "carpool/report/v1", "run": {"id": "r1"}, "classes": [ br)");
  ASSERT_TRUE(kind) << kind.error().message;
  EXPECT_EQ(kind->run_id, "r1");
}

TEST_F(DocumentSchemaTest, KnowsOtherDocuments) {
  const auto kind =
      kind_of(R"({"total": {"run": {"id": "no"}}, "schema": "carpool/comparison/v9"})");
  ASSERT_TRUE(kind) << kind.error().message;
  EXPECT_EQ(kind->schema, "carpool/comparison/v9");
  EXPECT_EQ(kind->run_id, "");
}

TEST_F(DocumentSchemaTest, RefusesWhatIsNoJson) {
  for (const std::string text : {"", "schema: x", "{\"schema\": ", "\xff\xfe"}) {
    const auto kind = kind_of(text);
    ASSERT_FALSE(kind) << text;
    EXPECT_NE(kind.error().message.find("is no JSON"), std::string::npos) << kind.error().message;
  }
}

TEST_F(DocumentSchemaTest, NamesAFileThatCannotBeRead) {
  const auto kind = document_schema(directory_.path() / "nowhere.json");
  ASSERT_FALSE(kind);
  EXPECT_NE(kind.error().message.find("nowhere.json: No such file"), std::string::npos);
}

}  // namespace
}  // namespace carpool::testing
