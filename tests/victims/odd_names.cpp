// Names that break other people's test registration.
#include "victim.h"

namespace {

const std::string kValues[] = {
    ";",         "[",
    "]",         "\"",
    "'",         "\\",
    "\\\\",      "$",
    "${HOME}",   "$<0:no>",
    "]==]",      "#",
    "#hash",     "%",
    "@x@",       "{",
    "}",         ",",
    "*",         "?",
    ":",         "-",
    " both ",    "tab\there",
    "new\nline", "\u00fc\u4f60",
    "",          "a;b;c",
    "[[",        "]]",
    "]=]",       "(",
    ")",         "&",
    "|",         "<",
    ">",         "`",
    "!",         "~",
    "%20",       "\r",
    "--method",  "a*b",
    "One",       "One*",
};

class OddValues : public testing::TestWithParam<std::string> {};

}  // namespace

TEST_P(OddValues, IsItself) { std::printf("<%s>\n", GetParam().c_str()); }
INSTANTIATE_TEST_SUITE_P(All, OddValues, testing::ValuesIn(kValues));
INSTANTIATE_TEST_SUITE_P(Long, OddValues, testing::Values(std::string(5000, 'l')));

namespace {

class Registered : public testing::Test {
 public:
  explicit Registered(std::string name) : name_(std::move(name)) {}
  void TestBody() override { std::printf("<%s>\n", name_.c_str()); }

 private:
  std::string name_;
};

void register_under(const std::string& suite, const std::string& name,
                    const char* type_parameter = nullptr, const char* value_parameter = nullptr) {
  testing::RegisterTest(suite.c_str(), name.c_str(), type_parameter, value_parameter, __FILE__,
                        __LINE__, [name]() -> Registered* { return new Registered(name); });
}

// Suites whose own names are odd: these become names of CTest entries.
const char* const kSuites[] = {"Semi;colon",    "Brackets]==]", "Back\\slash", "Dollar${HOME}",
                               "Quote\"d",      "Hash#",        "Sp ace",      "Gen$<0:no>",
                               "Unicode\u4f60", "At@x@",        "Percent%41",  "Star*",
                               "Parens()",      "Comma,",       "Plus+",       "-leading-dash"};

const bool kRegistered = [] {
  for (const std::string& value : kValues) {
    if (!value.empty()) register_under("RegisteredNames", value);
  }
  register_under("RegisteredNames", std::string(5000, 'l'));
  for (const char* suite : kSuites) register_under(suite, "Passes");
  // Longer than a line of the protocol may be. Two bytes a character, and a cut would be in the
  // middle of one.
  std::string value = "v";
  while (value.size() < (5u << 20)) value += "\u00fc";
  register_under("LongParameters", "Cut", std::string(5u << 20, 't').c_str(), value.c_str());
  register_under("LongParameters", "Whole", nullptr, std::string(64u << 10, 'v').c_str());
  return true;
}();

}  // namespace

// Patterns that select more than themselves elsewhere.
TEST(Neighbour, One) { std::printf("one\n"); }
TEST(Neighbour, OneAndAHalf) { std::printf("one and a half\n"); }
TEST(Neighbours, One) { std::printf("one of the neighbours\n"); }
