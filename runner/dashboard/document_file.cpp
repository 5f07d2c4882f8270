#include "dashboard/document_file.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "manifest/whole_file.h"

namespace carpool {
namespace {

struct KnownSchema {
  std::string_view schema;
  DocumentKind kind;
};

constexpr std::array<KnownSchema, 3> kKnownSchemas{{
    {"carpool/report/v1", DocumentKind::kReport},
    {"carpool/comparison/v1", DocumentKind::kComparison},
    {"carpool/trend/v1", DocumentKind::kTrend},
}};

// Follows a document without keeping it: of a hundred thousand methods only what tells its kind and
// its name is of interest.
class Outline : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::optional<std::string> schema;
  std::string run_id;
  std::string target;
  bool has_trace_events = false;
  std::string trouble;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }

  bool string(string_t& value) override {
    if (keys_.size() == 1 && keys_[0] == "schema") schema = value;
    if (keys_.size() == 1 && keys_[0] == "target") target = value;
    const bool nested = keys_.size() == 2;
    if (nested && keys_[0] == "run" && keys_[1] == "id") run_id = value;
    if (nested && keys_[0] == "otherData" && keys_[1] == "run") run_id = value;
    return true;
  }

  bool start_object(std::size_t) override {
    keys_.emplace_back();
    return true;
  }
  bool key(string_t& value) override {
    keys_.back() = value;
    return true;
  }
  bool end_object() override {
    keys_.pop_back();
    return true;
  }
  bool start_array(std::size_t) override {
    if (keys_.size() == 1 && keys_[0] == "traceEvents") has_trace_events = true;
    keys_.emplace_back();  // what is in an array is nobody's direct member
    return true;
  }
  bool end_array() override {
    keys_.pop_back();
    return true;
  }

  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override {
    trouble = error.what();
    return false;
  }

 private:
  std::vector<std::string> keys_;
};

std::string name_of(const Outline& outline, DocumentKind kind, const std::filesystem::path& file) {
  const bool of_a_run = kind == DocumentKind::kReport || kind == DocumentKind::kTimeline;
  if (of_a_run && !outline.run_id.empty()) return outline.run_id;
  if (kind == DocumentKind::kComparison && !outline.target.empty()) return outline.target;
  return file.filename().string();
}

Result<DocumentKind> kind_of(const Outline& outline, const std::filesystem::path& file) {
  if (outline.has_trace_events) return DocumentKind::kTimeline;
  for (const KnownSchema& known : kKnownSchemas) {
    if (outline.schema == known.schema) return known.kind;
  }
  const std::string what = outline.schema ? "its schema is '" + *outline.schema + "'"
                                          : std::string("it names no schema");
  return Error{file.string() + " is no document that a dashboard shows (" + what +
               "): give run folders, report.json, comparison.json, a trend or a Chrome trace that "
               "this version of Carpool has written"};
}

}  // namespace

Result<PageDocument> read_document_file(const std::filesystem::path& file) {
  const auto bytes = read_whole_file(file);
  if (!bytes) return bytes.error();
  Outline outline;
  if (!nlohmann::json::sax_parse(*bytes, &outline)) {
    return Error{file.string() + " is not a JSON document: " + outline.trouble};
  }
  const auto kind = kind_of(outline, file);
  if (!kind) return kind.error();
  return PageDocument{.kind = *kind,
                      .name = name_of(outline, *kind, file),
                      .origin = file,
                      .write = [file](const TextSink& sink) -> Result<void> {
                        const auto again = read_whole_file(file);
                        if (!again) return again.error();
                        sink(*again);
                        return {};
                      }};
}

}  // namespace carpool
