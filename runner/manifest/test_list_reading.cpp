#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>

#include "manifest/byte_text.h"
#include "manifest/test_list.h"
#include "manifest/test_list_layout.h"
#include "manifest/whole_file.h"

namespace carpool {
namespace {

constexpr char kSchema[] = "carpool/tests/v1";
constexpr char kMend[] = "build the target again";

// Fills a TestList while the parser walks over the document. Members that it does not know are
// passed over, whatever they hold.
class TestListFiller : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit TestListFiller(TestList& list) : list_(list) {}

  // What is wrong with the document; empty for nothing. To be asked once all has been read.
  std::string trouble() const {
    if (!trouble_.empty()) return trouble_;
    if (schema_ != kSchema) {
      return "the key \"schema\" must be \"" + std::string(kSchema) + "\", but is \"" + schema_ +
             "\": written by another version of Carpool";
    }
    return list_.executable.path.empty() ? "the key \"executable\" is missing" : "";
  }

  bool null() override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }

  bool boolean(bool value) override {
    if (place() == Place::kMethod && key_ == "disabled") method().disabled = value;
    return true;
  }

  bool number_integer(number_integer_t value) override {
    if (place() == Place::kExecutable && key_ == "modified_ns") {
      list_.executable.modified_ns = value;
    }
    return true;
  }

  bool number_unsigned(number_unsigned_t value) override {
    if (place() == Place::kExecutable && key_ == "size_bytes") list_.executable.size_bytes = value;
    if (place() == Place::kMethod && key_ == "line") {
      method().line = value <= std::numeric_limits<int>::max() ? static_cast<int>(value) : 0;
    }
    return number_integer(static_cast<number_integer_t>(value));
  }

  bool string(string_t& value) override {
    switch (place()) {
      case Place::kRoot:
        return root_text(value);
      case Place::kExecutable:
        if (key_ == "path") list_.executable.path = value;
        return true;
      case Place::kClass:
        return name_text(value, list_.classes.back().name);
      case Place::kMethod:
        return method_text(value);
      case Place::kUnmatched:
        list_.unmatched_isolate.push_back(value);
        return true;
      default:
        return true;
    }
  }

  bool key(string_t& value) override {
    key_ = value;
    return true;
  }

  bool start_object(std::size_t) override {
    Place inner = Place::kElsewhere;
    if (levels_.empty()) {
      inner = Place::kRoot;
    } else if (place() == Place::kRoot && key_ == "executable") {
      inner = Place::kExecutable;
    } else if (place() == Place::kClasses) {
      inner = Place::kClass;
      list_.classes.emplace_back();
    } else if (place() == Place::kMethods) {
      inner = Place::kMethod;
      list_.classes.back().methods.emplace_back();
    }
    levels_.push_back({inner, false});
    return true;
  }

  bool start_array(std::size_t) override {
    Place inner = Place::kElsewhere;
    if (levels_.empty()) return refuse("not a JSON object");
    if (place() == Place::kRoot && key_ == "classes") inner = Place::kClasses;
    if (place() == Place::kRoot && key_ == "unmatched_isolate") inner = Place::kUnmatched;
    if (place() == Place::kClass && key_ == "methods") inner = Place::kMethods;
    levels_.push_back({inner, false});
    return true;
  }

  bool end_object() override {
    const Level level = levels_.back();
    levels_.pop_back();
    const bool has_name = level.place == Place::kClass || level.place == Place::kMethod;
    return !has_name || level.named || refuse("a class or method has no \"name\"");
  }

  bool end_array() override {
    levels_.pop_back();
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    return refuse("not a JSON document (byte " + std::to_string(position) + ")");
  }

 private:
  enum class Place {
    kRoot,
    kExecutable,
    kUnmatched,
    kClasses,
    kClass,
    kMethods,
    kMethod,
    kElsewhere
  };

  struct Level {
    Place place;
    bool named;
  };

  Place place() const { return levels_.empty() ? Place::kElsewhere : levels_.back().place; }
  TestMethod& method() { return list_.classes.back().methods.back(); }

  bool refuse(std::string trouble) {
    trouble_ = std::move(trouble);
    return false;
  }

  bool root_text(const std::string& value) {
    if (key_ == "schema") schema_ = value;
    if (key_ == "framework") list_.framework = value;
    if (key_ == "framework_version") list_.framework_version = value;
    return true;
  }

  // `name_bytes` follows `name` where the name is not UTF-8, and is the truth then.
  bool name_text(const std::string& value, std::string& name) {
    if (key_ == "name") {
      name = value;
      levels_.back().named = true;
    }
    if (key_ != "name_bytes") return true;
    auto bytes = from_hexadecimal(value);
    if (!bytes) return refuse("the key \"name_bytes\" is not hexadecimal: \"" + value + "\"");
    name = std::move(*bytes);
    return true;
  }

  bool method_text(const std::string& value) {
    if (key_ == "type_parameter") method().type_parameter = value;
    if (key_ == "value_parameter") method().value_parameter = value;
    if (key_ == "file") method().file = value;
    return name_text(value, method().name);
  }

  TestList& list_;
  std::vector<Level> levels_;
  std::string key_;
  std::string schema_;
  std::string trouble_;
};

}  // namespace

Result<ExecutableIdentity> identify_executable(const std::filesystem::path& executable) {
  std::error_code trouble;
  ExecutableIdentity identity{.path = executable};
  identity.size_bytes = std::filesystem::file_size(executable, trouble);
  if (trouble) return Error{"cannot read " + executable.string() + ": " + trouble.message()};
  const auto modified = std::filesystem::last_write_time(executable, trouble);
  if (trouble) return Error{"cannot read " + executable.string() + ": " + trouble.message()};
  identity.modified_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                             std::chrono::file_clock::to_sys(modified).time_since_epoch())
                             .count();
  return identity;
}

namespace {

Result<TestList> parse_test_list(std::string_view document, const std::filesystem::path& file) {
  TestList list;
  TestListFiller filler(list);
  nlohmann::json::sax_parse(document, &filler);
  const std::string trouble = filler.trouble();
  if (!trouble.empty()) {
    return Error{"test list " + file.string() + ": " + trouble + "; " + kMend};
  }
  return list;
}

}  // namespace

Result<TestList> read_test_list(const std::filesystem::path& file) {
  const Result<std::string> document = read_whole_file(file);
  if (!document) return document.error().within("cannot read the test list");
  return parse_test_list(*document, file);
}

Result<TestList> read_test_names(const std::filesystem::path& file,
                                 const std::vector<std::string>& only_classes) {
  const Result<std::string> document = read_whole_file(file);
  if (!document) return document.error().within("cannot read the test list");
  if (const auto part = with_classes_only(*document, only_classes)) {
    return parse_test_list(*part, file);
  }
  auto split = split_names(*document);
  if (!split) return parse_test_list(*document, file);
  auto list = parse_test_list(split->rest, file);
  if (list) list->classes = std::move(split->classes);
  return list;
}

}  // namespace carpool
