#include "dashboard/page_template.h"

#include <gtest/gtest.h>

#include "manifest/whole_file.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

constexpr char kMark[] = "<!-- carpool-dashboard-data v1 -->";

class PageTemplateFile : public ::testing::Test {
 protected:
  void write(const std::filesystem::path& file, const std::string& text) {
    ASSERT_TRUE(write_whole_file(directory_.path() / file, text));
  }

  testing::TemporaryDirectory directory_;
};

TEST_F(PageTemplateFile, IsFoundBesideTheExecutableBeforeTheInstalledOne) {
  write("share/carpool/carpool-dashboard.html", "");
  const auto executable = directory_.path() / "bin" / "carpool";
  const auto installed = find_page_template(executable);
  ASSERT_TRUE(installed);
  EXPECT_EQ(*installed, directory_.path() / "share/carpool/carpool-dashboard.html");
  write("bin/carpool-dashboard.html", "");
  EXPECT_EQ(*find_page_template(executable), directory_.path() / "bin/carpool-dashboard.html");
}

TEST_F(PageTemplateFile, SaysWhatIsMissingAndHowToGetIt) {
  const auto none = find_page_template(directory_.path() / "bin" / "carpool");
  ASSERT_FALSE(none);
  const std::string& said = none.error().message;
  EXPECT_NE(said.find("bin/carpool-dashboard.html"), std::string::npos) << said;
  EXPECT_NE(said.find("-DCARPOOL_DASHBOARD=ON"), std::string::npos) << said;
}

TEST_F(PageTemplateFile, IsCutWhereTheDataBelongs) {
  write("t.html", std::string("<before>") + kMark + "<after>");
  const auto cut = read_page_template(directory_.path() / "t.html");
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->before, "<before>");
  EXPECT_EQ(cut->after, "<after>");
}

TEST_F(PageTemplateFile, IsRefusedWithoutItsMarkOrWithTwo) {
  write("none.html", "<html>");
  write("two.html", std::string(kMark) + kMark);
  for (const char* const name : {"none.html", "two.html"}) {
    const auto refused = read_page_template(directory_.path() / name);
    ASSERT_FALSE(refused) << name;
    EXPECT_NE(refused.error().message.find(name), std::string::npos);
  }
  EXPECT_FALSE(read_page_template(directory_.path() / "gone.html"));
}

}  // namespace
}  // namespace carpool
