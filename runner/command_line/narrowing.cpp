#include "command_line/narrowing.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>

#include "base/digest.h"

namespace carpool {
namespace {

constexpr std::size_t kDivisionDigits = 8;  // enough for people to tell two from each other

bool is_empty(const PlannedClass& planned) {
  return planned.tests.methods.empty() && planned.tests.disabled.empty();
}

// std::shuffle() is another on another standard library.
template <typename Item>
void shuffle_items(std::vector<Item>& items, std::mt19937_64& random) {
  for (std::size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[random() % left]);
  }
}

// Nanoseconds, estimated. Never 0, so that classes of nothing are spread too.
std::vector<std::int64_t> durations(const std::vector<PlannedClass>& classes,
                                    const History& history) {
  std::int64_t known_ns = 0;
  std::int64_t known_methods = 0;
  for (const PlannedClass& planned : classes) {
    if (const auto* const past = history.find(planned.tests.target, planned.tests.name)) {
      known_ns += past->wall_ns;
      known_methods += past->methods;
    }
  }
  constexpr std::int64_t kUnknownMethod = 1'000'000;
  const std::int64_t per_method = known_methods > 0 ? known_ns / known_methods : kUnknownMethod;
  std::vector<std::int64_t> all;
  for (const PlannedClass& planned : classes) {
    const auto* const past = history.find(planned.tests.target, planned.tests.name);
    const auto methods = static_cast<std::int64_t>(planned.tests.methods.size());
    all.push_back(std::max<std::int64_t>(past ? past->wall_ns : methods * per_method, 1));
  }
  return all;
}

}  // namespace

std::vector<std::string> keep_methods(std::vector<PlannedClass>& classes,
                                      std::set<MethodKey> wanted) {
  const std::set<MethodKey> all = wanted;
  for (PlannedClass& planned : classes) {
    ClassPlan& tests = planned.tests;
    const auto is_other = [&](const std::string& method) {
      MethodKey key{tests.target, tests.name, method};
      wanted.erase(key);
      return !all.contains(key);
    };
    std::erase_if(tests.methods, [&](const auto& method) { return is_other(method.name); });
    std::erase_if(tests.disabled, is_other);
  }
  std::erase_if(classes, is_empty);
  std::vector<std::string> missing;
  for (const auto& [target, name, method] : wanted) missing.push_back(name + "." + method);
  return missing;
}

ShardShare keep_shard(std::vector<PlannedClass>& classes, const Shard& shard,
                      const History& history) {
  const std::vector<std::int64_t> duration = durations(classes, history);
  std::vector<std::size_t> order(classes.size());
  std::iota(order.begin(), order.end(), 0u);
  // Longest first, each to the part that has least: Graham's rule.
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const ClassPlan& tests = classes[i].tests;
    return std::make_tuple(-duration[i], std::string_view(tests.target),
                           std::string_view(tests.name));
  });
  std::vector<std::int64_t> loads(static_cast<std::size_t>(shard.count));
  std::vector<char> kept(classes.size());
  Digest digest;
  for (const std::size_t i : order) {
    const auto least = std::ranges::min_element(loads);
    *least += duration[i];
    const auto part = least - loads.begin();
    kept[i] = part == shard.index - 1;
    digest.add(classes[i].tests.target);
    digest.add(classes[i].tests.name);
    digest.add(std::to_string(classes[i].tests.methods.size()));
    digest.add(std::to_string(part));
  }
  ShardShare share{.classes = 0,
                   .all_classes = classes.size(),
                   .division = std::string(digest.make().name, kDivisionDigits)};
  std::vector<PlannedClass> own;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (kept[i]) own.push_back(std::move(classes[i]));
  }
  classes = std::move(own);
  share.classes = classes.size();
  return share;
}

void order_by_history(std::vector<PlannedClass>& classes, const History& history) {
  const auto rank = [&](const PlannedClass& planned) {
    const ClassHistory* const known = history.find(planned.tests.target, planned.tests.name);
    if (!known) return std::pair(1, std::int64_t{0});
    return std::pair(known->red ? 0 : 2, -known->wall_ns);
  };
  std::ranges::stable_sort(classes, {}, rank);
}

void shuffle(std::vector<PlannedClass>& classes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  shuffle_items(classes, random);
  for (PlannedClass& planned : classes) shuffle_items(planned.tests.methods, random);
}

std::uint64_t seed_of_run(std::uint64_t first, int run) {
  return first + static_cast<std::uint64_t>(run - 1);
}

}  // namespace carpool
