#include "export/document_schema.h"

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

namespace carpool {
namespace {

using Json = nlohmann::json;

// Stops at the end of `run`, which stands at the top of a report.
class SchemaHandler final : public Json::json_sax_t {
 public:
  DocumentSchema found;
  std::string trouble;  // what is wrong with the text; empty where it was left on purpose

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }

  bool string(string_t& value) override {
    if (depth_ == 1 && key_ == "schema") found.schema = value;
    if (depth_ == 2 && in_run_ && key_ == "id") found.run_id = value;
    return true;
  }

  bool key(string_t& name) override {
    key_ = name;
    return true;
  }

  bool start_object(std::size_t) override {
    if (depth_ == 1) in_run_ = key_ == "run";
    ++depth_;
    return true;
  }

  bool end_object() override {
    --depth_;
    return !(depth_ == 1 && in_run_);
  }

  bool start_array(std::size_t) override {
    ++depth_;
    return true;
  }

  bool end_array() override {
    --depth_;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    trouble = error.what();
    return false;
  }

 private:
  std::string key_;
  int depth_ = 0;
  bool in_run_ = false;
};

}  // namespace

Result<DocumentSchema> document_schema(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  if (!input) {
    return Error{"cannot read " + file.string() + ": " + std::generic_category().message(errno)};
  }
  SchemaHandler handler;
  Json::sax_parse(input, &handler);
  if (!handler.trouble.empty()) return Error{file.string() + " is no JSON: " + handler.trouble};
  return std::move(handler.found);
}

}  // namespace carpool
