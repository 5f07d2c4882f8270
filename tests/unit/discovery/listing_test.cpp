#include "discovery/listing.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

using protocol::Message;

const Message kHello{"hello", {"1", "0.1.0", "googletest", "1.12", "4711"}};

Message test_line(const std::string& class_name, const std::string& name,
                  const std::string& flags = "") {
  return Message{"test", {class_name, name, "", "", "/s/a.cpp", "3", flags}};
}

std::string error_of(const std::vector<Message>& messages) {
  Listing listing;
  for (const Message& message : messages) {
    const auto taken = listing.take(message);
    if (!taken) return taken.error().message;
  }
  return "";
}

TEST(Listing, BuildsClassesInTheOrderOfTheirFirstMethods) {
  Listing listing;
  EXPECT_FALSE(listing.greeted());
  for (const Message& message :
       {kHello, Message{"test", {"B", "one", "int", "7", "/s/b.cpp", "12", "disabled"}},
        test_line("A", "x"), test_line("B", "two")}) {
    ASSERT_TRUE(listing.take(message));
    EXPECT_TRUE(listing.greeted());
    EXPECT_FALSE(listing.complete());
  }
  ASSERT_TRUE(listing.take({"listed", {"3", "5"}}));
  ASSERT_TRUE(listing.complete());
  EXPECT_EQ(listing.methods(), 3);
  EXPECT_EQ(listing.registered(), 5);
  const TestList list = std::move(listing).result();
  EXPECT_EQ(list.framework, "googletest");
  EXPECT_EQ(list.framework_version, "1.12");
  ASSERT_EQ(list.classes.size(), 2u);
  EXPECT_EQ(list.classes[0].name, "B");
  ASSERT_EQ(list.classes[0].methods.size(), 2u);
  const TestMethod& method = list.classes[0].methods[0];
  EXPECT_EQ(method.name, "one");
  EXPECT_EQ(method.type_parameter, "int");
  EXPECT_EQ(method.value_parameter, "7");
  EXPECT_EQ(method.file, "/s/b.cpp");
  EXPECT_EQ(method.line, 12);
  EXPECT_TRUE(method.disabled);
  EXPECT_FALSE(list.classes[0].methods[1].disabled);
  EXPECT_EQ(list.classes[1].name, "A");
}

TEST(Listing, TellsAnotherProtocolVersionAndTheMend) {
  EXPECT_EQ(error_of({Message{"hello", {"2", "0.9.0"}}}),
            "its plugin (0.9.0) speaks protocol version 2, this runner speaks version 1: build the "
            "target "
            "again with the Carpool that this runner belongs to");
}

TEST(Listing, RefusesASuiteWithoutAName) {
  EXPECT_EQ(error_of({kHello, test_line("A", "x"), test_line("", "y")}),
            "it has a test suite without a name (that of its test \"y\", /s/a.cpp:3), which could "
            "not be asked for; give it a name");
}

TEST(Listing, RefusesTwoTestsOfOneName) {
  EXPECT_EQ(
      error_of({kHello, test_line("A", "x"), test_line("B", "x"), test_line("A", "x")}),
      "it has two tests named A.x, which cannot be told apart; rename one of them (/s/a.cpp:3)");
}

TEST(Listing, KeepsNamesApartThatOnlyReadAlike) {
  EXPECT_EQ(
      error_of({kHello, test_line("A", "b.c"), test_line("A.b", "c"), test_line("A.b.c", "")}), "");
}

TEST(Listing, RefusesAListThatIsCutShort) {
  EXPECT_EQ(error_of({kHello, test_line("A", "x"), Message{"listed", {"2", "2"}}}),
            "its plugin announced 2 tests and listed 1");
}

TEST(Listing, RefusesLinesThatBreakTheProtocol) {
  const std::string error =
      "its plugin sent a \"test\" line that does not follow the protocol (version 1); build the "
      "target again";
  EXPECT_EQ(error_of({test_line("A", "x")}), error) << "before hello";
  EXPECT_EQ(error_of({kHello, Message{"test", {"A", "x"}}}), error) << "fields are missing";
  EXPECT_EQ(error_of({kHello, Message{"test", {"A", "x", "", "", "f", "line 3", ""}}}), error);
  EXPECT_EQ(error_of({kHello, Message{"listed", {"0", "0"}}, test_line("A", "x")}), error)
      << "after the end";
  EXPECT_NE(error_of({kHello, kHello}), "");
  EXPECT_NE(error_of({Message{"hello", {}}}), "");
  EXPECT_NE(error_of({kHello, Message{"ready", {"ok"}}}), "");
  EXPECT_NE(error_of({kHello, Message{"listed", {"0"}}}), "");
}

}  // namespace
}  // namespace carpool
