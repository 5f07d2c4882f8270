#include <carpool/rank.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "process_group_test.h"

namespace {

// Who comes last to the barrier, and by how much.
struct Lateness {
  int rank;
  std::chrono::milliseconds pause;
};

std::vector<Lateness> latenesses() {
  std::vector<Lateness> all;
  for (int rank = 0; rank < 4; ++rank) {
    for (const int pause : {0, 1, 5}) all.push_back({rank, std::chrono::milliseconds(pause)});
  }
  return all;
}

std::string lateness_name(const ::testing::TestParamInfo<Lateness>& lateness) {
  return "Rank" + std::to_string(lateness.param.rank) + "By" +
         std::to_string(lateness.param.pause.count()) + "Milliseconds";
}

// One clock for all ranks of a machine.
std::int64_t now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

}  // namespace

class BarrierTest : public ProcessGroupTest, public ::testing::WithParamInterface<Lateness> {
 protected:
  // Comes to the barrier as the parameter says; nobody may leave before everybody has come.
  template <typename Barrier>
  void expect_to_wait_for_all(Barrier barrier) {
    if (carpool::rank() == GetParam().rank) std::this_thread::sleep_for(GetParam().pause);
    const at::Tensor own = at::tensor({now(), std::int64_t{0}});
    barrier();
    own[1] = now();
    std::vector<at::Tensor> input{own};
    std::vector<std::vector<at::Tensor>> of_all(1);
    for (int rank = 0; rank < carpool::world_size(); ++rank) {
      of_all.front().push_back(at::zeros_like(own));
    }
    group().allgather(of_all, input)->wait();
    const at::Tensor times = at::stack(of_all.front());
    EXPECT_GE(times.select(1, 1).min().item<std::int64_t>(),
              times.select(1, 0).max().item<std::int64_t>());
  }
};

TEST_P(BarrierTest, WaitsForAll) {
  expect_to_wait_for_all([] { group().barrier()->wait(); });
}

TEST_P(BarrierTest, WaitsForWorkBeforeIt) {
  std::vector<at::Tensor> tensors{at::ones({1000})};
  const auto work = group().allreduce(tensors);
  expect_to_wait_for_all([] { group().barrier()->wait(); });
  EXPECT_TRUE(work->isCompleted());
  EXPECT_TRUE(at::equal(tensors.front(), at::full({1000}, carpool::world_size(), at::kFloat)));
}

INSTANTIATE_TEST_SUITE_P(Late, BarrierTest, ::testing::ValuesIn(latenesses()), lateness_name);
