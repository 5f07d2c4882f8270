#include "build_folder/build_tests.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>

#include "build_folder/continuous_entry.h"
#include "build_folder/entry_settings.h"
#include "manifest/isolate_globs.h"
#include "schedule/target_plan.h"

namespace carpool {
namespace {

// What the entry of a method says of it.
struct PickedMethod {
  bool picked = false;
  bool disabled = false;  // by a property of CTest
  EntryPlace place;
  std::string leave_out;

  bool is_alike(const PickedMethod& other) const {
    return place == other.place && leave_out == other.leave_out;
  }
};

// A class, with what its entries have said of it so far.
struct PickedClass {
  const TestClass* tests = nullptr;
  std::vector<PickedMethod> methods;
  std::set<std::string> locks;
  bool run_serial = false;
  int processors = 1;

  bool any() const {
    return std::ranges::find(methods, true, &PickedMethod::picked) != methods.end();
  }
};

struct PickedTarget {
  DescribedTarget described;
  std::unordered_map<std::string, std::size_t> index;  // of a class in `classes`
  std::vector<PickedClass> classes;
};

class Picking {
 public:
  Picking(const std::vector<CTestEntry>& entries, const EntryFilter& filter,
          const DescribeTarget& describe)
      : entries_(entries), filter_(filter), describe_(describe) {}

  void take(const CTestEntry& entry);
  BuildTests result(bool also_run_disabled);

 private:
  void take(const CTestEntry& entry, const ContinuousEntry& what);
  void take_class(const CTestEntry& entry, PickedTarget& target, PickedClass& of,
                  const std::string* only_method);
  PickedTarget* target_of(const std::filesystem::path& manifest);
  void add_class(const PickedTarget& target, const PickedClass& picked, bool also_run_disabled);
  void add_part(const PickedTarget& target, const PickedClass& picked,
                const std::vector<std::size_t>& part, bool also_run_disabled);
  std::size_t target_plan(const TargetManifest& manifest, const EntryPlace& place);

  const std::vector<CTestEntry>& entries_;
  const EntryFilter& filter_;
  const DescribeTarget& describe_;
  std::map<std::filesystem::path, std::unique_ptr<PickedTarget>> targets_;  // null: not to be read
  std::vector<PickedTarget*> order_;
  std::vector<std::pair<std::pair<const TargetManifest*, EntryPlace>, std::size_t>> plans_;
  BuildTests picked_;
};

void Picking::take(const CTestEntry& entry) {
  if (is_report_entry(entry.command) || !filter_.takes_labels_of(entry)) return;
  if (const auto what = continuous_entry(entry.command)) return take(entry, *what);
  if (!filter_.takes(entry.name)) return;
  const auto problem = problem_of_entry(entry.command);
  if (!problem) {
    picked_.not_ours.push_back(entry.name);
  } else if (entry.is_set("SKIP_RETURN_CODE")) {
    picked_.warnings.push_back(*problem);  // a target without tests
  } else {
    picked_.problems.push_back(*problem);
  }
}

PickedTarget* Picking::target_of(const std::filesystem::path& manifest) {
  const auto [at, is_new] = targets_.try_emplace(manifest);
  if (!is_new) return at->second.get();
  auto described = describe_(manifest);
  if (!described) {
    picked_.problems.push_back(described.error().message);
    return nullptr;
  }
  at->second = std::make_unique<PickedTarget>();
  PickedTarget& target = *at->second;
  target.described = std::move(*described);
  for (const TestClass& listed : target.described.tests.classes) {
    target.index[listed.name] = target.classes.size();
    PickedClass& of = target.classes.emplace_back();
    of.tests = &listed;
    of.methods.resize(listed.methods.size());
  }
  order_.push_back(&target);
  return &target;
}

// The class of a method, `Suite.Name`: names of classes have no dot, names of methods may have.
std::string class_of(const std::string& method) { return method.substr(0, method.find('.')); }

void Picking::take(const CTestEntry& entry, const ContinuousEntry& what) {
  PickedTarget* const target = target_of(what.manifest);
  if (!target) return;
  if (what.class_name.empty() && what.method.empty()) {
    for (PickedClass& of : target->classes) take_class(entry, *target, of, nullptr);
    return;
  }
  const std::string name = what.method.empty() ? what.class_name : class_of(what.method);
  const auto found = target->index.find(name);
  if (found == target->index.end()) {
    picked_.problems.push_back("the test \"" + entry.name + "\" is of a class '" + name +
                               "', which " + target->described.manifest.target +
                               " does not have: build it, so that its tests are listed anew");
    return;
  }
  take_class(entry, *target, target->classes[found->second],
             what.method.empty() ? nullptr : &what.method);
}

void Picking::take_class(const CTestEntry& entry, PickedTarget& target, PickedClass& of,
                         const std::string* only_method) {
  const auto place = entry_place(entry, only_method != nullptr);
  const std::string left = place ? why_left_to_ctest(entry, entries_) : place.error().message;
  bool picks = false;
  const bool is_disabled = entry.is_true("DISABLED");
  for (std::size_t i = 0; i < of.tests->methods.size(); ++i) {
    const TestMethod& method = of.tests->methods[i];
    const std::string full_name = of.tests->name + "." + method.name;
    if (only_method && full_name != *only_method) continue;
    if (!filter_.takes(entry.name, full_name)) continue;
    picks = true;
    // GoogleTest's own DISABLED_ is known of the method already, and a class entry has it as well.
    of.methods[i] = {.picked = true,
                     .disabled = is_disabled && !method.disabled,
                     .place = place ? *place : EntryPlace(),
                     .leave_out = left};
  }
  if (!picks || !place) return;
  for (const std::string& lock : resource_locks(entry)) of.locks.insert(lock);
  of.run_serial = of.run_serial || entry.is_true("RUN_SERIAL");
  // A target's entry counts the processes of all its classes.
  const TargetManifest& manifest = target.described.manifest;
  const int own = manifest.granularity == Granularity::kTarget
                      ? manifest.world_size
                      : processors(entry) / std::max(only_method ? 1 : manifest.workers, 1);
  of.processors = std::max({of.processors, own, manifest.world_size});
}

std::size_t Picking::target_plan(const TargetManifest& manifest, const EntryPlace& place) {
  for (const auto& [key, index] : plans_) {
    if (key.first == &manifest && key.second == place) return index;
  }
  TargetPlan plan{.command = worker_command(manifest),
                  .rules = session_rules(manifest),
                  .skip_all = what_this_machine_lacks(manifest),
                  .workers_per_class = manifest.workers,
                  .world_size = manifest.world_size,
                  .has_plugin = manifest.has_plugin};
  plan.command.environment_changes = place.environment;
  if (!place.working_directory.empty()) plan.command.working_directory = place.working_directory;
  if (place.limit) {
    plan.rules.limits.method = *place.limit;
  } else if (place.has_limit) {
    plan.rules.limits.tear_down = plan.rules.limits.method;
    plan.rules.limits.method = kNoLimit;
  }
  picked_.targets.push_back(std::move(plan));
  plans_.push_back({{&manifest, place}, picked_.targets.size() - 1});
  return picked_.targets.size() - 1;
}

// Methods that differ in their surroundings, or in why they are not run, are parts of their own.
void Picking::add_class(const PickedTarget& target, const PickedClass& picked,
                        bool also_run_disabled) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < picked.methods.size(); ++i) {
    if (picked.methods[i].picked) left.push_back(i);
  }
  const std::size_t first = picked_.classes.size();
  while (!left.empty()) {
    const PickedMethod& like = picked.methods[left.front()];
    const auto others = std::stable_partition(
        left.begin(), left.end(), [&](std::size_t i) { return picked.methods[i].is_alike(like); });
    const std::vector<std::size_t> part(left.begin(), others);
    left.erase(left.begin(), others);
    add_part(target, picked, part, also_run_disabled);
  }
  // No two of them beside each other: the class is one for those who wrote it.
  if (picked_.classes.size() - first < 2) return;
  const TargetManifest& manifest = target.described.manifest;
  for (std::size_t i = first; i < picked_.classes.size(); ++i) {
    picked_.classes[i].needs.locks.push_back("carpool." + manifest.target + "." +
                                             picked.tests->name);
  }
}

void Picking::add_part(const PickedTarget& target, const PickedClass& picked,
                       const std::vector<std::size_t>& part, bool also_run_disabled) {
  const TargetManifest& manifest = target.described.manifest;
  const PickedMethod& like = picked.methods[part.front()];
  PlannedClass planned{
      .target = target_plan(manifest, like.place),
      .tests = {.target = manifest.target, .name = picked.tests->name, .retries = manifest.retries},
      .needs = {.locks = {picked.locks.begin(), picked.locks.end()},
                .slots = picked.processors,
                .run_serial = picked.run_serial},
      .leave_out = like.leave_out};
  for (const std::size_t i : part) {
    const TestMethod& method = picked.tests->methods[i];
    if (picked.methods[i].disabled || (method.disabled && !also_run_disabled)) {
      planned.tests.disabled.push_back(method.name);
    } else {
      const bool alone = is_isolated(manifest, picked.tests->name + "." + method.name);
      planned.tests.methods.push_back({.name = method.name, .alone = alone});
    }
  }
  picked_.classes.push_back(std::move(planned));
}

BuildTests Picking::result(bool also_run_disabled) {
  for (PickedTarget* const target : order_) {
    bool any = false;
    for (const PickedClass& of : target->classes) {
      if (!of.any()) continue;
      any = true;
      add_class(*target, of, also_run_disabled);
    }
    if (!any) continue;
    for (std::string& warning :
         isolate_warnings(target->described.manifest, target->described.tests)) {
      picked_.warnings.push_back(std::move(warning));
    }
  }
  return std::move(picked_);
}

}  // namespace

BuildTests pick_build_tests(const std::vector<CTestEntry>& entries, const EntryFilter& filter,
                            bool also_run_disabled, const DescribeTarget& describe) {
  Picking picking(entries, filter, describe);
  for (const CTestEntry& entry : entries) picking.take(entry);
  return picking.result(also_run_disabled);
}

}  // namespace carpool
