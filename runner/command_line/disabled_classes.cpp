#include "command_line/disabled_classes.h"

#include <algorithm>

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

void append_disabled_class(Journal& journal, const ClassPlanned& plan) {
  journal.append(plan, 0);
  for (const std::string& method : plan.disabled) {
    MethodFinished record;
    record.target = plan.target;
    record.class_name = plan.class_name;
    record.method = method;
    record.status = MethodStatus::kDisabled;
    record.final_status = MethodStatus::kDisabled;
    journal.append(record, 0);
  }
  ClassFinished end;
  end.target = plan.target;
  end.class_name = plan.class_name;
  end.status = ClassStatus::kDisabled;
  journal.append(end, 0);
}

}  // namespace carpool
