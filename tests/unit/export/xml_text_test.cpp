#include "export/xml_text.h"

#include <string>

#include <gtest/gtest.h>

namespace carpool::testing {
namespace {

constexpr char kReplaced[] = "\xEF\xBF\xBD";

TEST(XmlText, KeepsWhatXmlCanHold) {
  for (const std::string text :
       {"", "plain <&\"> ]]>", "a\tb\nc\rd", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"}) {
    EXPECT_EQ(xml_text(text), text);
  }
}

TEST(XmlText, ReplacesControls) {
  EXPECT_EQ(xml_text(std::string("a\0b", 3)), std::string("a") + kReplaced + "b");
  EXPECT_EQ(xml_text("\x1B[31m"), std::string(kReplaced) + "[31m");
  EXPECT_EQ(xml_text("\x08\x0B\x1F"), std::string(kReplaced) + kReplaced + kReplaced);
}

TEST(XmlText, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(xml_text("\xFF"
                     "a"),
            std::string(kReplaced) + "a");
  EXPECT_EQ(xml_text("a\xE2\x82"), std::string("a") + kReplaced) << "cut off at the end";
  EXPECT_EQ(xml_text("\xED\xA0\x80"), std::string(kReplaced) + kReplaced + kReplaced)
      << "a surrogate";
}

TEST(XmlText, ReplacesCharactersThatOnlyXmlRefuses) {
  EXPECT_EQ(xml_text("\xEF\xBF\xBE"
                     "a"
                     "\xEF\xBF\xBF"),
            std::string(kReplaced) + "a" + kReplaced);
}

}  // namespace
}  // namespace carpool::testing
