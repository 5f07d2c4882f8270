#include "command_line/selection.h"

#include <algorithm>
#include <unordered_set>

#include "manifest/isolate_globs.h"

namespace carpool {
namespace {

// The names a user gave on one option; each has to be found.
class WantedNames {
 public:
  explicit WantedNames(const std::vector<std::string>& names)
      : missing_(names.begin(), names.end()), wanted_(missing_) {}

  bool all() const { return wanted_.empty(); }
  bool take(const std::string& name) {
    if (wanted_.empty()) return true;
    missing_.erase(name);
    return wanted_.contains(name);
  }
  const std::unordered_set<std::string>& missing() const { return missing_; }

 private:
  std::unordered_set<std::string> missing_;
  const std::unordered_set<std::string> wanted_;
};

ClassPlan plan_class(const TestClass& tests, WantedNames& wanted, const RunRequest& request,
                     const TargetManifest& manifest) {
  ClassPlan plan{.target = manifest.target,
                 .name = tests.name,
                 .methods = {},
                 .disabled = {},
                 .retries = manifest.retries};
  for (const TestMethod& method : tests.methods) {
    const std::string full_name = tests.name + "." + method.name;
    if (!wanted.take(full_name)) continue;
    if (method.disabled && !request.also_run_disabled) {
      plan.disabled.push_back(method.name);
    } else {
      plan.methods.push_back({.name = method.name, .alone = is_isolated(manifest, full_name)});
    }
  }
  return plan;
}

Error not_found(const std::string& what, const std::unordered_set<std::string>& names,
                const TargetManifest& manifest) {
  return Error{manifest.target + " has no " + what + " '" + *std::ranges::min_element(names) +
               "' (" + manifest.test_list.string() +
               " lists what it has; names are case-sensitive and whole)"};
}

Error not_in_classes(const std::unordered_set<std::string>& methods, const RunRequest& request,
                     const TargetManifest& manifest) {
  const bool one = request.classes.size() == 1;
  return Error{"'" + *std::ranges::min_element(methods) + "' is no method of " +
               (one ? "class '" + request.classes.front() + "'" : "the classes named by --class") +
               " of " + manifest.target +
               " (with --class, --method chooses among that class's methods; leave --class out)"};
}

Error nothing_to_run(const std::vector<ClassPlan>& plans, const TargetManifest& manifest) {
  std::string why = "all that was selected is disabled (--also-run-disabled runs it)";
  if (plans.empty()) {
    why = manifest.test_filter.empty()
              ? "it has no tests"
              : "it has no test that matches TEST_FILTER \"" + manifest.test_filter + "\"";
  }
  return Error{"nothing to run in " + manifest.target + ": " + why};
}

}  // namespace

Result<std::vector<ClassPlan>> select_classes(const RunRequest& request,
                                              const TargetManifest& manifest,
                                              const TestList& tests) {
  WantedNames classes(request.classes);
  WantedNames methods(request.methods);
  std::vector<ClassPlan> plans;
  for (const TestClass& listed : tests.classes) {
    if (!classes.take(listed.name)) continue;
    ClassPlan plan = plan_class(listed, methods, request, manifest);
    if (!plan.methods.empty() || !plan.disabled.empty()) plans.push_back(std::move(plan));
  }
  if (!classes.missing().empty()) return not_found("class", classes.missing(), manifest);
  if (!methods.missing().empty()) {
    // The methods of other classes have been passed over, so nobody knows what those have.
    if (!request.classes.empty()) return not_in_classes(methods.missing(), request, manifest);
    return not_found("method", methods.missing(), manifest);
  }
  const bool anything =
      std::ranges::any_of(plans, [](const ClassPlan& plan) { return !plan.methods.empty(); });
  if (!anything) return nothing_to_run(plans, manifest);
  return plans;
}

}  // namespace carpool
