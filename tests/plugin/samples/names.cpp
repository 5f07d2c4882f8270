// Names that no identifier could be, and chatter where a list could be mistaken for it.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

class Runs : public testing::Test {
 public:
  explicit Runs(bool fails) : fails_(fails) {}

 private:
  void TestBody() override { EXPECT_FALSE(fails_) << "the second of its name"; }
  bool fails_;
};

const char* const kNames[] = {"",          " both ends ", "tab\there",    "line\nend", "*",
                              "?",         "a:b",         "-a",           "#",         "%41",
                              "\"quoted'", "back\\slash", "$<0:no>]==]",  "${HOME}",   "\xff\xfe",
                              "\x7f\x01",  "DISABLED_x",  "x/DISABLED_y", "carpool"};

struct Registrar {
  Registrar() {
    std::printf("Phantom.\n  Test\n");
    for (const char* name : kNames) add("Odd;Suite", name);
    add("Odd;Suite", std::string(5000, 'n').c_str());
    add("DISABLED_Suite", "One");
    add("In/DISABLED_Suite", "One");
    add("Same", "Name");
    add("Same", "Other");
    add("Same", "Name", true);
  }
  static void add(const char* suite, const char* name, bool fails = false) {
    testing::RegisterTest(suite, name, nullptr, nullptr, __FILE__, __LINE__,
                          [fails]() -> Runs* { return new Runs(fails); });
  }
} registrar;

}  // namespace

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  std::exit(RUN_ALL_TESTS());
}
