// What goes wrong in one rank of four, and what the others see of it. The grace of the peers and the
// limit of a method are short (see the row).
#include <carpool/rank.h>

#include <fstream>

#include "victim.h"

// The next method runs in a sound gang, all of whose ranks come together.
void expect_sound_gang() {
  victim::expect_sound_process();
  EXPECT_EQ(carpool::world_size(), 4);
  EXPECT_EQ(std::getenv("RANK"), std::to_string(carpool::rank()));
  EXPECT_STREQ(std::getenv("WORLD_SIZE"), "4");
  EXPECT_EQ(std::getenv("LOCAL_RANK"), std::to_string(carpool::rank()));
  EXPECT_STREQ(std::getenv("LOCAL_WORLD_SIZE"), "4");
  EXPECT_STREQ(std::getenv("MASTER_ADDR"), "127.0.0.1");
  const auto ports = carpool::all_gather(std::getenv("MASTER_PORT"));
  EXPECT_EQ(ports, std::vector<std::string>(4, ports.front()));
  for (const char* name : {"CARPOOL_GANG", "CARPOOL_RENDEZVOUS"}) {
    EXPECT_EQ(std::getenv(name), nullptr) << name;
  }
}

class Together : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    carpool::barrier();
    file_of_set_up() = carpool::rendezvous_file();
  }
  static void TearDownTestSuite() { carpool::barrier(); }
  static std::string& file_of_set_up() {
    static std::string file;
    return file;
  }
};

TEST_F(Together, Gathers) {
  const std::string own = std::string("\0\t\n%\xff", 5) + std::to_string(carpool::rank());
  const auto all = carpool::all_gather(own);
  ASSERT_EQ(all.size(), 4u);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    EXPECT_EQ(all[rank], std::string("\0\t\n%\xff", 5) + std::to_string(rank));
  }
}
TEST_F(Together, Broadcasts) {
  for (int root = 0; root < 4; ++root) {
    EXPECT_EQ(carpool::broadcast(root, "from " + std::to_string(carpool::rank())),
              "from " + std::to_string(root));
  }
  EXPECT_THROW(carpool::broadcast(4, ""), carpool::RankError);
}
TEST_F(Together, GathersAsMuchAsIsAllowed) {
  const std::string most(carpool::kMostRankBytes, '\n');
  for (const std::string& part : carpool::all_gather(most)) EXPECT_EQ(part, most);
  EXPECT_THROW(carpool::all_gather(most + "x"), carpool::RankError);
}
TEST_F(Together, MeetsOften) {
  for (int i = 0; i < 3000; ++i) carpool::barrier();
}
TEST_F(Together, SharesAFreshFile) {
  const std::string file = carpool::rendezvous_file();
  EXPECT_EQ(carpool::all_gather(file), std::vector<std::string>(4, file));
  EXPECT_NE(file, file_of_set_up());
  EXPECT_EQ(file, carpool::rendezvous_file());
  EXPECT_FALSE(std::filesystem::exists(file));
  carpool::barrier();
  if (carpool::rank() == 0) std::ofstream(file) << "here\n";
  carpool::barrier();
  EXPECT_TRUE(std::filesystem::exists(file));
}
TEST_F(Together, SharesAnotherFile) {
  EXPECT_FALSE(std::filesystem::exists(carpool::rendezvous_file()));
  expect_sound_gang();
}
TEST_F(Together, Prints) { std::printf("rank %d prints\n", carpool::rank()); }

TEST(OneFails, OthersEnd) { EXPECT_NE(carpool::rank(), 2); }
TEST(OneFails, OthersWaitForIt) {
  ASSERT_NE(carpool::rank(), 1);
  carpool::barrier();
}
TEST(OneFails, SameGang) { expect_sound_gang(); }
TEST(OneFails, OthersHang) {
  ASSERT_NE(carpool::rank(), 1);
  victim::hang();
}
TEST(OneFails, NextGang) { expect_sound_gang(); }

TEST(OneCrashes, InACollective) {
  if (carpool::rank() == 3) victim::crash();
  carpool::barrier();
}
TEST(OneCrashes, WhileOthersHang) {
  std::printf("before\n");
  if (carpool::rank() == 0) victim::crash();
  victim::hang();
}
TEST(OneCrashes, NextGang) { expect_sound_gang(); }

TEST(OneExits, OthersWaitForIt) {
  if (carpool::rank() == 0) std::exit(3);
  carpool::barrier();
}
TEST(OneExits, NextGang) { expect_sound_gang(); }

TEST(OneHangs, OthersEnd) {
  if (carpool::rank() == 2) victim::hang();
}
TEST(OneHangs, OthersWaitForIt) {
  if (carpool::rank() == 2) victim::hang();
  carpool::barrier();
}
TEST(OneHangs, NextGang) { expect_sound_gang(); }

TEST(OneSkips, OthersEnd) {
  if (carpool::rank() == 0) GTEST_SKIP() << "not here";
}
TEST(OneSkips, OthersWaitForIt) {
  if (carpool::rank() == 0) GTEST_SKIP() << "not here";
  carpool::barrier();
}
TEST(OneSkips, SameGang) { expect_sound_gang(); }

TEST(DifferentCalls, AreRefused) {
  if (carpool::rank() == 0) {
    carpool::barrier();
  } else {
    carpool::all_gather("");
  }
}
TEST(DifferentCalls, SameGang) { expect_sound_gang(); }

TEST(MeetsForEver, IsEnded) {
  for (;;) carpool::barrier();
}
TEST(MeetsForEver, NextGang) { expect_sound_gang(); }

class FailsInSetUp : public testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_NE(carpool::rank(), 1); }
};
TEST_F(FailsInSetUp, First) {}
TEST_F(FailsInSetUp, Second) {}

class FailsInSetUpWhileOthersHang : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (carpool::rank() == 1) FAIL() << "here";
    victim::hang();
  }
};
TEST_F(FailsInSetUpWhileOthersHang, Only) {}

class CrashesInSetUp : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (carpool::rank() == 1) victim::crash();
    carpool::barrier();
  }
};
TEST_F(CrashesInSetUp, Only) {}

class HangsInTearDown : public testing::Test {
 protected:
  static void TearDownTestSuite() {
    if (carpool::rank() == 1) victim::hang();
  }
};
TEST_F(HangsInTearDown, Only) { carpool::barrier(); }

class CrashesInTearDown : public testing::Test {
 protected:
  static void TearDownTestSuite() {
    if (carpool::rank() == 1) victim::crash();
    victim::hang();
  }
};
TEST_F(CrashesInTearDown, Only) { carpool::barrier(); }
