#include "export/junit_case.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "export/xml_text.h"

namespace carpool {
namespace {

// An assertion that failed is a failure of the format's; all else that is red is an error.
bool is_failure(MethodStatus status) { return status == MethodStatus::kFailed; }
bool is_skip(MethodStatus status) {
  return status == MethodStatus::kSkipped || status == MethodStatus::kDisabled;
}

void set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(xml_text(value).c_str());
}

void set_text(pugi::xml_node node, std::string_view value) {
  node.text().set(xml_text(value).c_str());
}

void append_output(pugi::xml_node node, std::string_view output) {
  if (!output.empty()) set_text(node.append_child("system-out"), output);
}

// The attempt that makes a method red: its first one, since Surefire's reruns come after it.
struct Verdict {
  MethodStatus status;
  const AttemptReport& attempt;
};

Verdict verdict_of(const MethodReport& method) {
  if (method.earlier.empty()) return {method.status, method.last};
  return {method.earlier.front().status, method.earlier.front()};
}

void append_verdict(pugi::xml_node node, const Verdict& of_method) {
  const auto& [status, attempt] = of_method;
  pugi::xml_node verdict = node.append_child(is_failure(status) ? "failure" : "error");
  set(verdict, "type", to_word(status));
  set(verdict, "message", headline(attempt, status));
  set_text(verdict, account(attempt));
}

// Of one that came before or after it; Surefire puts its output inside.
void append_other_attempt(pugi::xml_node node, std::string_view prefix,
                          const AttemptReport& attempt) {
  const std::string name = std::string(prefix) + (is_failure(attempt.status) ? "Failure" : "Error");
  pugi::xml_node other = node.append_child(name.c_str());
  set(other, "type", to_word(attempt.status));
  set(other, "message", headline(attempt, attempt.status));
  set_text(other.append_child("stackTrace"), account(attempt));
  append_output(other, attempt.evidence().output.text);
}

void append_red(pugi::xml_node node, const MethodReport& method) {
  const Verdict verdict = verdict_of(method);
  append_verdict(node, verdict);
  for (std::size_t i = 1; i < method.earlier.size(); ++i) {
    append_other_attempt(node, "rerun", method.earlier[i]);
  }
  if (!method.earlier.empty()) append_other_attempt(node, "rerun", method.last);
  append_output(node, verdict.attempt.evidence().output.text);
}

void append_green(pugi::xml_node node, const MethodReport& method) {
  if (is_skip(method.status)) {
    pugi::xml_node skipped = node.append_child("skipped");
    set(skipped, "type", to_word(method.status));
    set(skipped, "message", headline(method.last, method.status));
  }
  for (const AttemptReport& attempt : method.earlier) append_other_attempt(node, "flaky", attempt);
  append_output(node, method.last.evidence().output.text);
}

pugi::xml_node append_case(pugi::xml_node parent, const std::string& class_name,
                           std::string_view name, std::int64_t duration_ns) {
  pugi::xml_node node = parent.append_child("testcase");
  set(node, "name", name);
  set(node, "classname", class_name);
  set(node, "time", junit_seconds(duration_ns));
  return node;
}

}  // namespace

void JunitCounts::add(const MethodReport& method) {
  ++tests;
  if (is_red(method.status)) {
    ++(is_failure(verdict_of(method).status) ? failures : errors);
  } else if (is_skip(method.status)) {
    ++skipped;
  }
}

void JunitCounts::add_trouble() {
  ++tests;
  ++errors;
}

void JunitCounts::add(const JunitCounts& other) {
  tests += other.tests;
  failures += other.failures;
  errors += other.errors;
  skipped += other.skipped;
}

std::string junit_seconds(std::int64_t ns) {
  return fmt::format("{:.6f}", static_cast<double>(ns) / 1e9);
}

void append_junit_case(pugi::xml_node parent, const std::string& class_name,
                       const MethodReport& method) {
  pugi::xml_node node = append_case(parent, class_name, method.name, method.last.duration_ns);
  if (is_red(method.status)) {
    append_red(node, method);
  } else {
    append_green(node, method);
  }
}

void append_junit_case(pugi::xml_node parent, const std::string& class_name,
                       const Trouble& trouble) {
  pugi::xml_node node = append_case(parent, class_name, trouble.name, 0);
  pugi::xml_node error = node.append_child("error");
  set(error, "type", trouble.status);
  set(error, "message", trouble.message);
  set_text(error, trouble.details);
}

}  // namespace carpool
