// The public header by itself, under the flags of those who include it.
#include <carpool/rank.h>

std::string use_of_rank_header();

std::string use_of_rank_header() {
  carpool::barrier();
  const std::vector<std::string> all = carpool::all_gather(std::to_string(carpool::rank()));
  return carpool::broadcast(carpool::world_size() - 1, all.front()) + carpool::rendezvous_file();
}
