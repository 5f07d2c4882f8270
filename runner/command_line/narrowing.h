#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "journal/history.h"
#include "report/red_methods.h"
#include "schedule/run_plan.h"

namespace carpool {

// What makes less of a selection, or puts it into another order. None of it adds a test.

// Keeps the methods that are in `wanted`. Gives the names, Suite.Name, of those that it did not
// find.
std::vector<std::string> keep_methods(std::vector<PlannedClass>& classes,
                                      std::set<MethodKey> wanted);

// One of `count` parts that together are everything, each class in one of them as a whole.
struct Shard {
  int index = 1;  // from 1
  int count = 1;
};

// What a shard came to.
struct ShardShare {
  std::size_t classes = 0;      // in this shard
  std::size_t all_classes = 0;  // in all shards
  std::string division;         // identifies how everything was divided, for people to compare
};

// Keeps the classes of one shard. The parts are about equally long by the durations of the last
// runs, by numbers of methods where those are not known. The same selection and history give the
// same parts on every machine.
ShardShare keep_shard(std::vector<PlannedClass>& classes, const Shard& shard,
                      const History& history);

// Failed last time first, then longest first: a long class begun late is what a run waits for at
// its end. Those without a past come before all that passed, since nobody knows how long they take.
void order_by_history(std::vector<PlannedClass>& classes, const History& history);

// An order that the seed alone decides: of the classes, and of the methods in each.
void shuffle(std::vector<PlannedClass>& classes, std::uint64_t seed);

// The seed of the n-th of several runs, from 1: each has an order of its own, and the first one's
// seed decides all of them.
std::uint64_t seed_of_run(std::uint64_t first, int run);

}  // namespace carpool
