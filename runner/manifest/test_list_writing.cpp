#include <nlohmann/json.hpp>

#include "manifest/byte_text.h"
#include "manifest/test_list.h"
#include "manifest/test_list_layout.h"
#include "manifest/whole_file.h"

namespace carpool {
namespace {

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// A class or method must be found again by exactly its bytes, also where they are not UTF-8.
std::string name_members(const std::string& name) {
  std::string members = "\"name\": " + quoted(name);
  if (!is_utf8(name)) members += ", \"name_bytes\": \"" + to_hexadecimal(name) + "\"";
  return members;
}

std::string method_object(const TestMethod& method) {
  std::string object = "{" + name_members(method.name);
  if (!method.type_parameter.empty()) {
    object += ", \"type_parameter\": " + quoted(method.type_parameter);
  }
  if (!method.value_parameter.empty()) {
    object += ", \"value_parameter\": " + quoted(method.value_parameter);
  }
  object += ", \"file\": " + quoted(method.file);
  object += ", \"line\": " + std::to_string(method.line);
  object += std::string(", \"disabled\": ") + (method.disabled ? "true" : "false");
  return object + "}";
}

std::string class_object(const TestClass& test_class) {
  std::string object = class_opening(test_class.name);
  const char* separator = "\n";
  for (const TestMethod& method : test_class.methods) {
    object += separator;
    object += "      " + method_object(method);
    separator = ",\n";
  }
  object += '\n';
  return object.append(kClassClosing);
}

// In front of the classes, where those who read only some of these find it too.
std::string unmatched_member(const std::vector<std::string>& globs) {
  if (globs.empty()) return {};
  std::string items;
  for (const std::string& glob : globs) items += (items.empty() ? "" : ", ") + quoted(glob);
  return "  \"unmatched_isolate\": [" + items + "],\n";
}

}  // namespace

Result<void> write_test_list(const TestList& list, const std::filesystem::path& file) {
  std::string text = "{\n  \"schema\": \"carpool/tests/v1\",\n";
  text += "  \"executable\": {\"path\": " + quoted(list.executable.path.string()) +
          ", \"size_bytes\": " + std::to_string(list.executable.size_bytes) +
          ", \"modified_ns\": " + std::to_string(list.executable.modified_ns) + "},\n";
  text += "  \"framework\": " + quoted(list.framework) + ",\n";
  text += "  \"framework_version\": " + quoted(list.framework_version) + ",\n";
  text += unmatched_member(list.unmatched_isolate);
  text += kClassesOpening;
  const char* separator = "\n";
  for (const TestClass& test_class : list.classes) {
    text += separator;
    text += class_object(test_class);
    separator = ",\n";
  }
  text += kDocumentClosing;
  return write_whole_file(file, text);
}

}  // namespace carpool
