#include "dashboard/script_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace carpool {
namespace {

std::string written(const std::vector<std::string>& pieces) {
  std::string text;
  ScriptText script([&](std::string_view bytes) { text += bytes; });
  for (const std::string& piece : pieces) script.write(piece);
  script.finish();
  return text;
}

TEST(ScriptText, LeavesNothingThatEndsAScriptOrBeginsMarkup) {
  EXPECT_EQ(written({R"("</script><!--&]]>")"}), R"("\u003c/script\u003e\u003c!--\u0026]]\u003e")");
}

TEST(ScriptText, WritesLineSeparatorsAndNulAsEscapes) {
  EXPECT_EQ(written({"\"a\xE2\x80\xA8\xE2\x80\xA9z\""}), R"("a\u2028\u2029z")");
  EXPECT_EQ(written({std::string("\"\0\"", 3)}), R"("\u0000")");
}

TEST(ScriptText, KeepsOtherCharactersThatBeginLikeASeparator) {
  const std::string others = "\"\xE2\x80\xA6\xE2\x82\xAC\xC3\xA9\xF0\x9F\x98\x80\"";
  EXPECT_EQ(written({others}), others);
}

TEST(ScriptText, GivesTheSameHoweverTheBytesAreCut) {
  const std::string json = "{\"<k>\":\"\xE2\x80\xA8 \xE2\x80\xA6 \xE2\x82\xAC & \xE2\x80\xA9\"}";
  const std::string whole = written({json});
  for (std::size_t first = 0; first <= json.size(); ++first) {
    for (std::size_t second = first; second <= json.size(); ++second) {
      EXPECT_EQ(
          written({json.substr(0, first), json.substr(first, second - first), json.substr(second)}),
          whole)
          << first << " " << second;
    }
  }
}

TEST(ScriptText, KeepsTheValue) {
  const nlohmann::json value = {{"</script>", {"<img onerror=\"x\">", "\xE2\x80\xA8", "a & b > c"}},
                                {"number", -1.5}};
  const std::string text = written({value.dump()});
  EXPECT_EQ(nlohmann::json::parse(text), value);
  EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
}

TEST(ScriptText, GivesBackWhatTheInputBreaksOffIn) {
  EXPECT_EQ(written({"\"\xE2\x80"}), "\"\xE2\x80");
}

}  // namespace
}  // namespace carpool
