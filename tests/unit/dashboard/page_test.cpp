#include "dashboard/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "manifest/whole_file.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

PageDocument document(std::string name, std::string json) {
  return {.kind = DocumentKind::kReport,
          .name = std::move(name),
          .write = [json = std::move(json)](const TextSink& sink) -> Result<void> {
            sink(json);
            return {};
          }};
}

// The JSON of the script with this id, as a browser would find it: up to the first end of a script.
std::string script(const std::string& page, const std::string& id) {
  const std::string opening = "<script type=\"application/json\" id=\"" + id + "\">";
  const std::size_t begin = page.find(opening);
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + opening.size();
  return page.substr(from, page.find("</script>", from) - from);
}

class DashboardPage : public ::testing::Test {
 protected:
  std::filesystem::path file() const { return directory_.path() / "out.html"; }

  Result<void> write(const Page& page) {
    return write_page({.before = "<before>", .after = "<after>"}, page, "2026-12-02T12:00:00Z",
                      file());
  }

  testing::TemporaryDirectory directory_;
};

TEST_F(DashboardPage, HoldsAnIndexAndEachDocumentBetweenTheTemplatesParts) {
  Page page;
  page.documents.push_back(document("run 1", R"({"a":1})"));
  page.documents.push_back(document("run 2", R"({"a":2})"));
  page.notes = {"no timeline"};
  ASSERT_TRUE(write(page));
  const std::string text = *read_whole_file(file());
  EXPECT_TRUE(text.starts_with("<before><script"));
  EXPECT_TRUE(text.ends_with("</script>\n<after>"));
  const auto index = nlohmann::json::parse(script(text, "carpool-index"));
  EXPECT_EQ(index["schema"], "carpool/dashboard/v1");
  EXPECT_EQ(index["written_at"], "2026-12-02T12:00:00Z");
  EXPECT_EQ(index["documents"][1]["name"], "run 2");
  EXPECT_EQ(index["documents"][1]["kind"], "report");
  EXPECT_EQ(index["notes"][0], "no timeline");
  const std::string second = index["documents"][1]["element"];
  EXPECT_EQ(nlohmann::json::parse(script(text, second))["a"], 2);
}

TEST_F(DashboardPage, LetsNoNameAndNoDocumentEndItsScript) {
  const std::string hostile = "</script><script>alert(1)</script><!--";
  Page page;
  page.documents.push_back(document(hostile, nlohmann::json(hostile).dump()));
  page.notes = {hostile};
  ASSERT_TRUE(write(page));
  const std::string text = *read_whole_file(file());
  EXPECT_EQ(text.find("alert(1)</script>"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(script(text, "carpool-document-0")), hostile);
  EXPECT_EQ(nlohmann::json::parse(script(text, "carpool-index"))["documents"][0]["name"], hostile);
}

TEST_F(DashboardPage, LeavesTheOldFileWhereADocumentCannotBeRead) {
  ASSERT_TRUE(write_whole_file(file(), "old"));
  Page page;
  page.documents.push_back(
      {.kind = DocumentKind::kTrend, .name = "x", .write = [](const TextSink&) -> Result<void> {
         return Error{"gone"};
       }});
  const auto written = write(page);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "gone");
  EXPECT_EQ(*read_whole_file(file()), "old");
}

TEST_F(DashboardPage, TakesThePlaceOfNoDirectoryAndNoDevice) {
  std::filesystem::create_directories(file());
  const auto written = write({});
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("not a regular file"), std::string::npos);
  EXPECT_FALSE(write_page({}, {}, "", "/dev/null"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(DashboardPage, NamesTheFileThatCannotBeWritten) {
  ASSERT_TRUE(write_whole_file(directory_.path() / "file", ""));
  const auto written = write_page({}, {}, "", directory_.path() / "file" / "out.html");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("out.html"), std::string::npos);
}

}  // namespace
}  // namespace carpool
