#include "manifest/ctest_listing.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace carpool {
namespace {

using Json = nlohmann::json;

std::string as_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::vector<std::string> items_of(const Json& value) {
  if (value.is_object()) return {};
  if (!value.is_array()) return {as_text(value)};
  std::vector<std::string> items;
  for (const Json& item : value) {
    if (!item.is_object()) items.push_back(as_text(item));
  }
  return items;
}

CTestEntry entry_of(const Json& test) {
  CTestEntry entry;
  entry.name = test.at("name").get<std::string>();
  if (const auto command = test.find("command"); command != test.end()) {
    entry.command = command->get<std::vector<std::string>>();
  }
  if (const auto properties = test.find("properties"); properties != test.end()) {
    for (const Json& property : *properties) {
      entry.properties.emplace_back(property.at("name").get<std::string>(),
                                    items_of(property.at("value")));
    }
  }
  return entry;
}

}  // namespace

const std::vector<std::string>& CTestEntry::items(std::string_view property) const {
  static const std::vector<std::string> none;
  const auto found =
      std::ranges::find(properties, property, &decltype(properties)::value_type::first);
  return found == properties.end() ? none : found->second;
}

bool CTestEntry::is_set(std::string_view property) const {
  return std::ranges::find(properties, property, &decltype(properties)::value_type::first) !=
         properties.end();
}

bool CTestEntry::is_true(std::string_view property) const {
  const std::vector<std::string>& found = items(property);
  return found.size() == 1 && found.front() == "true";
}

Result<std::vector<CTestEntry>> parse_ctest_listing(std::string_view json) {
  try {
    const Json document = Json::parse(json);
    const Json& kind = document.at("kind");
    const Json& major = document.at("version").at("major");
    if (kind != "ctestInfo" || major != 1) {
      return Error{"it is of kind " + kind.dump() + ", version " + major.dump() +
                   ", not of kind \"ctestInfo\", version 1"};
    }
    std::vector<CTestEntry> entries;
    for (const Json& test : document.at("tests")) entries.push_back(entry_of(test));
    return entries;
  } catch (const Json::exception& error) {
    return Error{error.what()};
  }
}

}  // namespace carpool
