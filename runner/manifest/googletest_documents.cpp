#include "manifest/googletest_documents.h"

#include <nlohmann/json.hpp>

namespace carpool {
namespace {

using Json = nlohmann::json;

std::string text_or_empty(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

// GoogleTest's own rule, of its default filter.
bool is_disabled(const std::string& suite, const std::string& name) {
  constexpr std::string_view kWord = "DISABLED_";
  return name.starts_with(kWord) || suite.starts_with(kWord) ||
         suite.find("/DISABLED_") != std::string::npos;
}

TestMethod method_of(const std::string& suite, const Json& test) {
  TestMethod method;
  method.name = test.at("name").get<std::string>();
  method.type_parameter = text_or_empty(test, "type_param");
  method.value_parameter = text_or_empty(test, "value_param");
  method.file = text_or_empty(test, "file");
  if (const auto line = test.find("line"); line != test.end() && line->is_number_integer()) {
    method.line = line->get<int>();
  }
  method.disabled = is_disabled(suite, method.name);
  return method;
}

}  // namespace

Result<std::vector<TestClass>> parse_googletest_list(std::string_view json) {
  try {
    const Json document = Json::parse(json);
    std::vector<TestClass> classes;
    for (const Json& suite : document.at("testsuites")) {
      TestClass& of_class = classes.emplace_back();
      of_class.name = suite.at("name").get<std::string>();
      for (const Json& test : suite.at("testsuite")) {
        of_class.methods.push_back(method_of(of_class.name, test));
      }
    }
    return classes;
  } catch (const Json::exception& error) {
    return Error{error.what()};
  }
}

Result<GoogleTestResults> parse_googletest_results(std::string_view json) {
  try {
    const Json document = Json::parse(json);
    GoogleTestResults results;
    for (const Json& suite : document.at("testsuites")) {
      for (const Json& test : suite.at("testsuite")) {
        if (text_or_empty(test, "status") != "RUN") continue;
        results[{suite.at("name").get<std::string>(), test.at("name").get<std::string>()}] = {
            .skipped = text_or_empty(test, "result") == "SKIPPED",
            .failed = test.contains("failures")};
      }
    }
    return results;
  } catch (const Json::exception& error) {
    return Error{error.what()};
  }
}

}  // namespace carpool
