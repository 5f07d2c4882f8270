#include "exec/wire.h"

#include <gtest/gtest.h>

#include <string>

namespace carpool::exec {
namespace {

constexpr CtestProcess kCtest{.process_id = 4711, .start_ticks = 99, .is_ctest = true};

std::string text(const Address& address) { return {address.name, Address::kSize}; }
std::string of_ctest(const CtestProcess& ctest, std::uint64_t user = 0) {
  return text(address_of_ctest("1.2.3", user, "pid:[1]", ctest));
}

TEST(Address, IsTheSameForTheSame) {
  EXPECT_EQ(of_ctest(kCtest), of_ctest(kCtest));
  EXPECT_EQ(of_ctest(kCtest).find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Address, IsAnothersForWhateverDiffers) {
  const std::string own = of_ctest(kCtest);
  EXPECT_NE(own, of_ctest({.process_id = 4712, .start_ticks = 99, .is_ctest = true}));
  EXPECT_NE(own, of_ctest({.process_id = 4711, .start_ticks = 98, .is_ctest = true}));
  EXPECT_NE(own, of_ctest(kCtest, 1000));
  EXPECT_NE(own, text(address_of_ctest("1.2.4", 0, "pid:[1]", kCtest)));
  EXPECT_NE(own, text(address_of_ctest("1.2.3", 0, "pid:[2]", kCtest)));
  EXPECT_NE(text(warm_address("1.2.3", 0, "pid:[1]", "/a/manifest.json")),
            text(warm_address("1.2.3", 0, "pid:[1]", "/b/manifest.json")));
}

}  // namespace
}  // namespace carpool::exec
