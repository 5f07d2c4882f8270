// What a rank under mpiexec can do to the others.
#include <carpool/rank.h>
#include <gtest/gtest.h>
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

int mpi_rank() {
  int rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int sum_of_ranks() {
  int own = mpi_rank();
  int sum = 0;
  MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

}  // namespace

TEST(Sound, Reduces) { EXPECT_EQ(sum_of_ranks(), 0 + 1 + 2 + 3); }
TEST(Sound, AgreesOnRanks) {
  EXPECT_EQ(mpi_rank(), carpool::rank());
  EXPECT_EQ(carpool::world_size(), 4);
  EXPECT_EQ(std::getenv("RANK"), std::to_string(mpi_rank()));
  EXPECT_EQ(carpool::all_gather(std::to_string(mpi_rank())),
            (std::vector<std::string>{"0", "1", "2", "3"}));
}
TEST(Sound, Prints) { std::printf("rank %d prints\n", mpi_rank()); }

TEST(Fails, OthersEnd) { EXPECT_NE(mpi_rank(), 2); }
TEST(Fails, SameGang) { EXPECT_EQ(sum_of_ranks(), 6); }
TEST(Fails, OthersWaitForIt) {
  ASSERT_NE(mpi_rank(), 1);
  MPI_Barrier(MPI_COMM_WORLD);
}
TEST(Fails, NextGang) { EXPECT_EQ(sum_of_ranks(), 6); }

TEST(Crashes, InACollective) {
  if (mpi_rank() == 3) std::abort();
  MPI_Barrier(MPI_COMM_WORLD);
}
TEST(Crashes, NextGang) { EXPECT_EQ(sum_of_ranks(), 6); }

TEST(IsKilled, InACollective) {
  if (mpi_rank() == 2) raise(SIGKILL);
  MPI_Barrier(MPI_COMM_WORLD);
}
TEST(IsKilled, NextGang) { EXPECT_EQ(sum_of_ranks(), 6); }

TEST(Exits, InACollective) {
  if (mpi_rank() == 2) _exit(3);
  MPI_Barrier(MPI_COMM_WORLD);
}
TEST(Exits, NextGang) { EXPECT_EQ(sum_of_ranks(), 6); }

TEST(AbortsAll, InACollective) {
  if (mpi_rank() == 1) MPI_Abort(MPI_COMM_WORLD, 7);
  MPI_Barrier(MPI_COMM_WORLD);
}
TEST(AbortsAll, NextGang) { EXPECT_EQ(sum_of_ranks(), 6); }

int main(int count, char** arguments) {
  MPI_Init(&count, &arguments);
  testing::InitGoogleTest(&count, arguments);
  const int outcome = RUN_ALL_TESTS();
  MPI_Finalize();
  return outcome;
}
