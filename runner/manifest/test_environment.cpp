#include "manifest/test_environment.h"

#include <cstdlib>
#include <map>
#include <string_view>

namespace carpool {
namespace {

using Changes = std::map<std::string, std::optional<std::string>>;

// Takes a CMake list apart: items are parted by `;`, and `\;` is a semicolon of an item.
std::vector<std::string> list_items(const std::string& list) {
  std::vector<std::string> items(1);
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (list[at] == '\\' && at + 1 < list.size() && list[at + 1] == ';') {
      items.back() += list[++at];
    } else if (list[at] == ';') {
      items.emplace_back();
    } else {
      items.back() += list[at];
    }
  }
  return items;
}

// The variable as it is by now.
std::string current(const std::string& name, const Changes& modified, const Changes& given) {
  for (const Changes* changes : {&modified, &given}) {
    const auto found = changes->find(name);
    if (found != changes->end() && found->second) return *found->second;
  }
  const char* const inherited = std::getenv(name.c_str());
  return inherited != nullptr ? inherited : "";
}

std::string joined(const std::string& front, std::string_view separator, const std::string& back) {
  return front.empty() || back.empty() ? front + back : front + std::string(separator) + back;
}

struct Joining {
  std::string_view operation;  // behind it: `append` or `prepend`
  std::string_view separator;
};

constexpr Joining kJoinings[] = {{"string_", ""}, {"path_list_", ":"}, {"cmake_list_", ";"}};

// One `NAME=operation:value`, as CTest documents it. False where it is no such thing.
bool modify(const std::string& item, const Changes& given, Changes& modified) {
  const std::size_t equals = item.find('=');
  const std::size_t colon = equals == std::string::npos ? equals : item.find(':', equals);
  if (equals == 0 || colon == std::string::npos) return false;
  const std::string name = item.substr(0, equals);
  const std::string operation = item.substr(equals + 1, colon - equals - 1);
  const std::string value = item.substr(colon + 1);
  if (operation == "reset") {
    modified.erase(name);
  } else if (operation == "set") {
    modified[name] = value;
  } else if (operation == "unset") {
    modified[name] = std::nullopt;
  } else {
    for (const auto& [stem, separator] : kJoinings) {
      const std::string before = current(name, modified, given);
      if (operation == std::string(stem) + "append") {
        modified[name] = joined(before, separator, value);
        return true;
      }
      if (operation == std::string(stem) + "prepend") {
        modified[name] = joined(value, separator, before);
        return true;
      }
    }
    return false;
  }
  return true;
}

std::vector<std::string> items_of(const TargetManifest& manifest, std::string_view property) {
  std::vector<std::string> items;
  for (const auto& [name, value] : manifest.properties) {
    if (name != property) continue;
    for (std::string& item : list_items(value)) {
      if (!item.empty()) items.push_back(std::move(item));
    }
  }
  return items;
}

}  // namespace

Result<EnvironmentChanges> test_environment(const TargetManifest& manifest) {
  return test_environment(items_of(manifest, "ENVIRONMENT"),
                          items_of(manifest, "ENVIRONMENT_MODIFICATION"), manifest.target);
}

Result<EnvironmentChanges> test_environment(const std::vector<std::string>& environment,
                                            const std::vector<std::string>& modifications,
                                            const std::string& whose) {
  Changes given;
  for (const std::string& item : environment) {
    const std::size_t equals = item.find('=');
    if (equals != std::string::npos) given[item.substr(0, equals)] = item.substr(equals + 1);
  }
  Changes modified;
  for (const std::string& item : modifications) {
    if (modify(item, given, modified)) continue;
    return Error{"ENVIRONMENT_MODIFICATION of " + whose + ": CTest knows no \"" + item + "\""};
  }
  for (auto& [name, value] : modified) given[name] = std::move(value);
  return EnvironmentChanges(given.begin(), given.end());
}

}  // namespace carpool
