#include <limits>
#include <nlohmann/json.hpp>

#include "manifest/field_reader.h"
#include "manifest/manifest_place.h"
#include "manifest/target_manifest.h"
#include "manifest/whole_file.h"

namespace carpool {
namespace {

constexpr char kSchema[] = "carpool/manifest/v1";
constexpr char kMend[] = "run CMake again";
constexpr int kMostWorkers = 4096;
constexpr int kMostRanks = 1024;

Granularity granularity_of(FieldReader& fields) {
  constexpr Granularity kInOrder[] = {Granularity::kClass, Granularity::kMethod,
                                      Granularity::kTarget};
  return kInOrder[fields.choice_or_first("granularity", {"class", "method", "target"})];
}

TargetManifest read_fields(FieldReader& fields) {
  constexpr int kMost = std::numeric_limits<int>::max();
  TargetManifest manifest;
  manifest.target = fields.text("target");
  manifest.executable = fields.text("executable");
  manifest.launcher = fields.texts("launcher");
  manifest.working_directory = fields.text("working_directory");
  manifest.extra_arguments = fields.texts("extra_arguments");
  manifest.discovery_extra_arguments = fields.texts("discovery_extra_arguments");
  manifest.framework = fields.text("framework");
  manifest.has_plugin = fields.flag_or("plugin", true);
  manifest.test_filter = fields.text("test_filter");
  manifest.entry_prefix = fields.text("entry_prefix");
  manifest.entry_suffix = fields.text("entry_suffix");
  manifest.test_list_variable = fields.text("test_list_variable");
  manifest.granularity = granularity_of(fields);
  manifest.executable_target = fields.text_or_empty("executable_target");
  if (manifest.executable_target.empty()) manifest.executable_target = manifest.target;
  manifest.cmake_version = fields.text_or_empty("cmake_version");
  manifest.pretty_types = fields.flag("pretty_types");
  manifest.pretty_values = fields.flag("pretty_values");
  manifest.reuse =
      fields.choice("reuse", {"class", "target"}) == 0 ? Reuse::kClass : Reuse::kTarget;
  manifest.isolation = fields.choice("isolation", {"shared", "process"}) == 0 ? Isolation::kShared
                                                                              : Isolation::kProcess;
  manifest.isolate = fields.texts("isolate");
  manifest.workers = static_cast<int>(fields.integer("workers", 1, kMostWorkers));
  if (const auto ranks = fields.optional_integer("world_size", 1, kMostRanks)) {
    manifest.world_size = static_cast<int>(*ranks);
  }
  if (const auto grace = fields.optional_integer("peer_grace_ms", 1, kMost)) {
    manifest.peer_grace = std::chrono::milliseconds(*grace);
  }
  if (const auto least = fields.optional_integer("min_processors", 1, kMost)) {
    manifest.min_processors = static_cast<int>(*least);
  }
  if (const auto least = fields.optional_integer("min_devices", 0, kMost)) {
    manifest.min_devices = static_cast<int>(*least);
    manifest.devices = fields.texts("devices");
  }
  manifest.test_timeout = fields.milliseconds("test_timeout_ms");
  manifest.startup_timeout = fields.milliseconds("startup_timeout_ms");
  manifest.discovery_timeout = fields.milliseconds("discovery_timeout_ms");
  if (const auto methods = fields.optional_integer("recycle_after", 1, kMost)) {
    manifest.recycle_after = static_cast<int>(*methods);
  }
  manifest.retries = static_cast<int>(fields.integer("retries", 0, kMost));
  manifest.properties = fields.pairs("properties");
  manifest.results_directory = fields.text("results_directory");
  manifest.test_list = fields.text("test_list");
  const auto siblings = fields.texts_or_none("sibling_test_lists");
  manifest.sibling_test_lists.assign(siblings.begin(), siblings.end());
  manifest.ctest_file = fields.text("ctest_file");
  manifest.defined_in = fields.text("defined_in");
  return manifest;
}

// What to give instead of something that cannot be read as a manifest.
std::string mend_for_place(const std::filesystem::path& given) {
  std::error_code ignored;  // what cannot be looked at is not suggested
  if (std::filesystem::is_directory(given, ignored)) {
    const std::filesystem::path inside = given / "manifest.json";
    if (std::filesystem::is_regular_file(inside, ignored)) return "give " + inside.string();
  }
  return kWhereManifestsAre;
}

}  // namespace

Result<TargetManifest> read_target_manifest(const std::filesystem::path& file) {
  const std::string context = "target manifest " + file.string();
  const Result<std::string> bytes = read_whole_file(file);
  if (!bytes) {
    const Error error = bytes.error().within("cannot read the target manifest");
    return Error{error.message + "; " + mend_for_place(file)};
  }
  const Result<nlohmann::json> document = parse_document(*bytes, kSchema, kMend);
  if (!document) return document.error().within(context);
  FieldReader fields(*document, kMend);
  TargetManifest manifest = read_fields(fields);
  if (fields.error()) return fields.error()->within(context);
  return manifest;
}

}  // namespace carpool
