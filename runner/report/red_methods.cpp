#include "report/red_methods.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/status.h"
#include "manifest/whole_file.h"

namespace carpool {
namespace {

using Json = nlohmann::json;

bool is_red_method(const Json& method) {
  const auto status = method_status_from_word(method.at("status").get<std::string>());
  return !status || is_red(*status);
}

void add_class(const Json& of_class, std::set<MethodKey>& red) {
  const auto status = class_status_from_word(of_class.at("status").get<std::string>());
  if (status && !is_red(*status)) return;
  std::set<MethodKey> all;
  bool any = false;
  for (const Json& method : of_class.at("methods")) {
    MethodKey key{of_class.at("target").get<std::string>(), of_class.at("name").get<std::string>(),
                  method.at("name").get<std::string>()};
    if (is_red_method(method)) {
      any = true;
      red.insert(std::move(key));
    } else if (method.at("status") != to_word(MethodStatus::kDisabled)) {
      all.insert(std::move(key));
    }
  }
  if (!any) red.merge(all);
}

}  // namespace

Result<std::set<MethodKey>> red_methods(const std::filesystem::path& report) {
  const auto bytes = read_whole_file(report);
  if (!bytes) return bytes.error();
  try {
    const Json document = Json::parse(*bytes);
    if (document.at("schema") != "carpool/report/v1") {
      return Error{report.string() + " is no report of this version of Carpool"};
    }
    std::set<MethodKey> red;
    for (const Json& of_class : document.at("classes")) add_class(of_class, red);
    return red;
  } catch (const Json::exception& error) {
    return Error{report.string() + " is no report: " + error.what()};
  }
}

}  // namespace carpool
