// Methods that ask for their place in a gang, and for the other ranks.
#include <carpool/rank.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

const std::string every_kind_of_byte("\0\t\n%\x7F\xFF r", 8);

void show(const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    for (const char byte : part) std::printf("%02x", static_cast<unsigned char>(byte));
    std::printf("\n");
  }
}

void show_file(const char* where) {
  const std::string path = carpool::rendezvous_file();
  EXPECT_EQ(carpool::rendezvous_file(), path);
  EXPECT_FALSE(std::ifstream(path).good());
  std::ofstream(path) << "here";
  std::printf("%s %s\n", where, path.c_str());
}

class Files : public testing::Test {
 protected:
  static void SetUpTestSuite() { show_file("set-up"); }
  static void TearDownTestSuite() { show_file("tear-down"); }
};

class OtherFiles : public Files {};

// Before any static object of the plugin, whatever the order of linking.
struct CallsTooEarly {
  CallsTooEarly() {
    if (!std::getenv("CALLS_TOO_EARLY")) return;
    try {
      carpool::barrier();
      std::printf("it came together\n");
    } catch (const carpool::RankError& error) {
      std::printf("%s\n", error.what());
    }
    std::fflush(stdout);
  }
};
__attribute__((init_priority(101))) const CallsTooEarly calls_too_early;

}  // namespace

TEST(Rank, ShowsItsPlace) {
  std::printf("rank %d of %d\n", carpool::rank(), carpool::world_size());
  EXPECT_EQ(std::getenv("CARPOOL_GANG"), nullptr);
  EXPECT_EQ(std::getenv("CARPOOL_RENDEZVOUS"), nullptr);
}
TEST(Rank, Meets) { carpool::barrier(); }
TEST(Rank, MeetsInAThread) {
  std::thread([] { carpool::barrier(); }).join();
}
TEST(Rank, Gathers) {
  show(carpool::all_gather(every_kind_of_byte + std::to_string(carpool::rank())));
}
TEST(Rank, Broadcasts) {
  show({carpool::broadcast(carpool::world_size() - 1, std::to_string(carpool::rank()))});
}
// What others than the root give is not looked at, so it may be too much.
TEST(Rank, BroadcastsWithTooMuchBesideTheRoot) {
  show({carpool::broadcast(
      0, carpool::rank() == 0 ? "0" : std::string(carpool::kMostRankBytes + 1, 'x'))});
}
TEST(Rank, GivesTheMost) {
  const std::string most(carpool::kMostRankBytes, '\0');
  EXPECT_EQ(carpool::all_gather(most).front(), most);
}
TEST(Rank, GivesTooMuch) { carpool::all_gather(std::string(carpool::kMostRankBytes + 1, 'x')); }
TEST(Rank, AsksForANegativeRoot) { carpool::broadcast(-1, "x"); }
TEST(Rank, AsksForARootThatIsNotThere) { carpool::broadcast(carpool::world_size(), "x"); }
TEST(Rank, CatchesTheRefusal) {
  try {
    carpool::barrier();
    FAIL() << "it came together";
  } catch (const carpool::RankError& error) {
    std::printf("%s\n", error.what());
  }
}
TEST(Rank, MeetsInAForkedChild) {
  const pid_t child = fork();
  if (child == 0) {
    int code = 1;
    try {
      carpool::barrier();
    } catch (const carpool::RankError& error) {
      code =
          std::string(error.what()) == "carpool::barrier(): a forked child has no part in the gang"
              ? 0
              : 2;
    }
    _exit(code);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// A thread that outlives the method in which it has called barrier(), and the next.
std::thread& thread_behind_the_methods() {
  static std::thread thread;
  return thread;
}
TEST(Behind, Starts) {
  thread_behind_the_methods() = std::thread([] { carpool::barrier(); });
  while (!std::ifstream(std::getenv("IT_HAS_CALLED"))) usleep(1000);
}
TEST(Behind, GoesOn) {}
TEST(Behind, Joins) { thread_behind_the_methods().join(); }

TEST_F(Files, One) { show_file("one"); }
TEST_F(Files, Two) { show_file("two"); }
TEST_F(OtherFiles, Three) { show_file("three"); }
