#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "trend/findings.h"

namespace carpool {

// What one worker ran, in order. Shared by all attempts in it.
class WorkerOrder {
 public:
  // Methods with the position of each; a method may be there more than once.
  explicit WorkerOrder(std::vector<std::pair<int, int>> position_and_method);

  const std::vector<int>& methods() const { return methods_; }

  // How many of methods() stand at a lower position.
  std::size_t before(int position) const;

  // Whether the method is among the first `count`.
  bool is_within(int method, std::size_t count) const;

 private:
  std::vector<int> methods_;
  std::vector<int> positions_;
  std::vector<std::pair<int, std::size_t>> first_places_;  // by method
};

// An attempt at a method, with all that its worker had run before.
struct OrderedAttempt {
  int run = 0;
  bool red = false;
  MethodStatus status = MethodStatus::kPassed;
  int position = 0;
  std::shared_ptr<const WorkerOrder> worker;

  bool ran_behind(int method) const { return worker->is_within(method, worker->before(position)); }
};

// The way of running that tells one method's red attempts from its green ones most surely, out of
// those that tell all of them apart. `attempts`: the latest run first. Its p value is 1 where none
// does; the method and the machine are left to the caller. How it is computed stands at
// find_order_dependent().
OrderDependent surest_order(const std::vector<OrderedAttempt>& attempts);

}  // namespace carpool
