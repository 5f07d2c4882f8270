#include "journal/json_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

namespace carpool {
namespace {

std::string as_json(std::string_view bytes) {
  std::string text;
  append_json_string(text, bytes);
  return text;
}

TEST(JsonString, EscapesQuotesBackslashesAndControls) {
  EXPECT_EQ(as_json("a\"b\\c\n\r\t\x01\x1f\x7f"), "\"a\\\"b\\\\c\\n\\r\\t\\u0001\\u001f\x7f\"");
}

TEST(JsonString, EscapesNul) { EXPECT_EQ(as_json(std::string_view("a\0b", 3)), "\"a\\u0000b\""); }

TEST(JsonString, KeepsValidUtf8) {
  const std::string text = "\u00e9 \u20ac \U0001f600 \U0010ffff";
  EXPECT_EQ(as_json(text), "\"" + text + "\"");
}

TEST(JsonString, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(as_json("\xff"), "\"\uFFFD\"");
  EXPECT_EQ(as_json("a\x80z"), "\"a\uFFFDz\"");
  EXPECT_EQ(as_json("\xc0\xaf"), "\"\uFFFD\uFFFD\"");                      // overlong slash
  EXPECT_EQ(as_json("\xed\xa0\x80"), "\"\uFFFD\uFFFD\uFFFD\"");            // a surrogate
  EXPECT_EQ(as_json("\xf4\x90\x80\x80"), "\"\uFFFD\uFFFD\uFFFD\uFFFD\"");  // beyond U+10FFFF
  EXPECT_EQ(as_json("\xe2\x82"), "\"\uFFFD\"");                            // cut off at the end
  EXPECT_EQ(as_json("\xe2\x82\"x"), "\"\uFFFD\\\"x\"");                    // cut off by a quote
}

TEST(JsonString, IsReadableWhateverTheTwoBytesBefore) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string bytes{'a', static_cast<char>(first), static_cast<char>(second), 'z'};
      const auto parsed = nlohmann::json::parse(as_json(bytes), nullptr, false);
      ASSERT_TRUE(parsed.is_string()) << first << " " << second;
      const auto text = parsed.get<std::string>();
      EXPECT_EQ(text.front(), 'a');
      EXPECT_EQ(text.back(), 'z');
    }
  }
}

TEST(JsonWriter, NestsOnOneLine) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.key("a").integer(-1);
  json.key("b").begin_array();
  json.boolean(true);
  json.null();
  json.begin_object();
  json.end_object();
  json.end_array();
  json.key("c").strings({"x", "y"});
  json.end_object();
  EXPECT_EQ(text, R"({"a":-1,"b":[true,null,{}],"c":["x","y"]})");
}

std::string nested(int broken_levels) {
  std::string text;
  JsonWriter json(text, broken_levels);
  json.begin_object();
  json.key("a").begin_array();
  json.integer(1);
  json.integer(2);
  json.end_array();
  json.key("b").begin_object();
  json.end_object();
  json.end_object();
  return text;
}

TEST(JsonWriter, BreaksAsManyLevelsIntoLinesAsAskedFor) {
  EXPECT_EQ(nested(0), R"({"a":[1,2],"b":{}})");
  EXPECT_EQ(nested(1), "{\n  \"a\": [1, 2],\n  \"b\": {}\n}");
  EXPECT_EQ(nested(2), "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}");
}

TEST(JsonWriter, WritesNumbersThatReadersTakeForWhatTheyWere) {
  std::string text;
  JsonWriter json(text);
  json.begin_array();
  json.integer(std::numeric_limits<std::int64_t>::min());
  json.integer(std::numeric_limits<std::int64_t>::max());
  json.number(2);
  json.number(98.25);
  json.number(std::numeric_limits<double>::infinity());
  json.end_array();
  EXPECT_EQ(text, "[-9223372036854775808,9223372036854775807,2.0,98.25,null]");
}

TEST(JsonWriter, LeavesOutWhatSaysNothing) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.optional_string("a", "");
  json.optional_strings("b", {});
  json.optional_string("c", "x");
  json.end_object();
  EXPECT_EQ(text, R"({"c":"x"})");
}

}  // namespace
}  // namespace carpool
