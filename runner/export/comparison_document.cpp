#include "export/comparison_document.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "manifest/whole_file.h"

namespace carpool {
namespace {

using Json = nlohmann::json;

ComparedDocumentTimes times_of(const Json& object) {
  const Json& baseline = object.at("spawn_baseline");
  const Json& samples = object.at("samples");
  ComparedDocumentTimes times{
      .spawn_ns = baseline.at("spawn_ns").get<std::int64_t>(),
      .continuous_ns = baseline.at("continuous_ns").get<std::int64_t>(),
      .spawn_samples_ns = samples.at("spawn_ns").get<std::vector<std::int64_t>>(),
      .continuous_samples_ns = samples.at("continuous_ns").get<std::vector<std::int64_t>>(),
      .reduction_percent = baseline.at("reduction_percent").get<double>(),
      .established = baseline.at("established").get<bool>(),
      .spawn_is_estimated = baseline.at("basis") != "measured",
      .sampling_error_percent = baseline.value("sampling_error_percent", 0.0)};
  if (const Json& interval = baseline.at("reduction_percent_interval"); !interval.is_null()) {
    times.reduction_interval_percent = {.low = interval.at(0).get<double>(),
                                        .high = interval.at(1).get<double>()};
  }
  return times;
}

std::string difference_in_words(const Json& difference) {
  std::string words = difference.at("class").get<std::string>();
  if (difference.contains("method")) words += "." + difference.at("method").get<std::string>();
  return words + ": " + difference.at("spawn").get<std::string>() + " apart, " +
         difference.at("continuous").get<std::string>() + " together";
}

ComparisonDocumentReference reference_of(const Json& object) {
  ComparisonDocumentReference reference{.name = object.at("name").get<std::string>()};
  if (object.at("available").get<bool>())
    reference.wall_ns = object.at("wall_ns").get<std::int64_t>();
  return reference;
}

ComparedDocumentClass class_of(const Json& object) {
  const auto run_apart = static_cast<std::int64_t>(object.at("methods").size());
  return {.name = object.at("name").get<std::string>(),
          .status = object.at("status").get<std::string>(),
          .methods = object.value("method_count", run_apart),
          .methods_run_apart = run_apart,
          .times = times_of(object)};
}

ComparisonDocument comparison_of(const Json& document) {
  const Json& host = document.at("host");
  const Json& total = document.at("total");
  const auto methods = total.at("methods").get<std::int64_t>();
  ComparisonDocument comparison{
      .target = document.at("target").get<std::string>(),
      .executable = document.at("executable").get<std::string>(),
      .started_at = document.at("started_at").get<std::string>(),
      .version = document.at("version").get<std::string>(),
      .host_name = host.at("name").get<std::string>(),
      .host_cores = host.at("cores").get<int>(),
      .load_average = host.at("load_average_after").get<std::vector<double>>(),
      .jobs = document.at("measurement").at("jobs").get<int>(),
      .noise = document.at("measurement").value("noise", std::vector<std::string>{}),
      .methods = methods,
      .methods_run_apart = total.value("sampled_methods", methods),
      .total = times_of(total)};
  for (const Json& difference : document.at("verdict_differences")) {
    comparison.differences.push_back(difference_in_words(difference));
  }
  for (const Json& reference : document.at("references")) {
    comparison.references.push_back(reference_of(reference));
  }
  for (const Json& of_class : document.at("classes")) {
    comparison.classes.push_back(class_of(of_class));
  }
  return comparison;
}

}  // namespace

Result<ComparisonDocument> read_comparison(const std::filesystem::path& file) {
  const auto bytes = read_whole_file(file);
  if (!bytes) return bytes.error();
  try {
    const Json document = Json::parse(*bytes);
    const std::string schema = document.at("schema").get<std::string>();
    if (schema != kComparisonSchema) {
      return Error{file.string() + " has the schema " + schema + "; this Carpool reads " +
                   kComparisonSchema};
    }
    return comparison_of(document);
  } catch (const Json::exception& error) {
    return Error{file.string() + " is no comparison: " + error.what()};
  }
}

}  // namespace carpool
