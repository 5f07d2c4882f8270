#include "broker/target_catalogue.h"

#include <optional>
#include <utility>

#include "manifest/isolate_globs.h"
#include "schedule/target_plan.h"

namespace carpool {
namespace {

std::string stamp_of(const std::filesystem::path& file) {
  const auto identity = identify_executable(file);
  if (!identity) return "?";
  return std::to_string(identity->size_bytes) + "," + std::to_string(identity->modified_ns) + ";";
}

}  // namespace

KnownTarget::KnownTarget(TargetManifest manifest, TestList tests, std::string stamp)
    : manifest_(std::move(manifest)),
      tests_(std::move(tests)),
      stamp_(std::move(stamp)),
      lack_(what_this_machine_lacks(manifest_)),
      skip_(skip_code_of(manifest_)) {
  for (std::size_t i = 0; i < tests_.classes.size(); ++i) {
    const TestClass& listed = tests_.classes[i];
    for (std::size_t j = 0; j < listed.methods.size(); ++j) {
      places_.emplace(listed.name + "." + listed.methods[j].name, Place{i, j});
    }
  }
}

std::optional<KnownTarget::Place> KnownTarget::find(const std::string& full_name) const {
  const auto found = places_.find(full_name);
  if (found == places_.end()) return std::nullopt;
  return found->second;
}

const std::string& KnownTarget::class_name(const Place& place) const {
  return tests_.classes[place.of_class].name;
}

// Disabled methods are there to be asked for as well: who asks for one by its name means it.
ClassPlan KnownTarget::plan(const Place& place) const {
  const TestClass& listed = tests_.classes[place.of_class];
  ClassPlan plan{.target = manifest_.target,
                 .name = listed.name,
                 .methods = {},
                 .disabled = {},
                 .retries = manifest_.retries,
                 .on_demand = true};
  for (const TestMethod& method : listed.methods) {
    const bool alone = is_isolated(manifest_, listed.name + "." + method.name);
    plan.methods.push_back({.name = method.name, .alone = alone, .disabled = method.disabled});
  }
  return plan;
}

Result<std::shared_ptr<const KnownTarget>> TargetCatalogue::find(
    const std::filesystem::path& manifest_file) {
  const auto known = known_.find(manifest_file);
  std::string stamp = stamp_of(manifest_file);
  if (known != known_.end()) {
    const TargetManifest& manifest = known->second->manifest();
    const std::string now = stamp + stamp_of(manifest.test_list) + stamp_of(manifest.executable);
    if (known->second->stamp() == now) return known->second;
  }
  auto manifest = read_target_manifest(manifest_file);
  if (!manifest) return manifest.error();
  stamp += stamp_of(manifest->test_list) + stamp_of(manifest->executable);
  auto tests = read_test_names(manifest->test_list);
  if (!tests) return tests.error();
  auto target = std::make_shared<const KnownTarget>(std::move(*manifest), std::move(*tests),
                                                    std::move(stamp));
  known_[manifest_file] = target;
  return std::shared_ptr<const KnownTarget>(std::move(target));
}

}  // namespace carpool
