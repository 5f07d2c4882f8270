#include "schedule/disabled_classes.h"

#include <algorithm>
#include <utility>

namespace carpool {

std::vector<ClassPlanned> disabled_classes(const TargetManifest& manifest, const TestList& tests) {
  std::vector<ClassPlanned> classes;
  for (const TestClass& listed : tests.classes) {
    if (!std::ranges::all_of(listed.methods, &TestMethod::disabled)) continue;
    ClassPlanned plan{
        .target = manifest.target, .class_name = listed.name, .methods = {}, .disabled = {}};
    for (const TestMethod& method : listed.methods) plan.disabled.push_back(method.name);
    classes.push_back(std::move(plan));
  }
  return classes;
}

bool claim_disabled_classes(const RunDirectory& run, const TargetManifest& manifest) {
  return claim(run, "disabled classes of " + manifest.test_list.string());
}

std::vector<Record> account_of_disabled(const ClassPlanned& plan) {
  std::vector<Record> account{plan};
  for (const std::string& method : plan.disabled) {
    MethodFinished record;
    record.target = plan.target;
    record.class_name = plan.class_name;
    record.method = method;
    record.status = MethodStatus::kDisabled;
    record.final_status = MethodStatus::kDisabled;
    account.emplace_back(std::move(record));
  }
  ClassFinished end;
  end.target = plan.target;
  end.class_name = plan.class_name;
  end.status = ClassStatus::kDisabled;
  account.emplace_back(std::move(end));
  return account;
}

}  // namespace carpool
