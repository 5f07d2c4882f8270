#include "archive/seen_run.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "journal/timestamp.h"
#include "report/report_encoding.h"

namespace carpool {
namespace {

using Json = nlohmann::json;

// Where the parser is in a report, in levels of nesting as it counts them.
constexpr int kOfDocument = 1;
constexpr int kOfClass = 3;

// Thrown where the text is JSON but no report; caught where reading begins.
struct NoReport : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string text_in(const Json& object, const char* key) {
  return object.at(key).get<std::string>();
}

std::int64_t count_of(const Json& number, const std::string& key) {
  const bool fits = number.is_number_integer() &&
                    (!number.is_number_unsigned() || number.get<std::uint64_t>() <= INT64_MAX) &&
                    number.get<std::int64_t>() >= 0;
  if (!fits) throw NoReport("\"" + key + "\" is no count: " + number.dump().substr(0, 40));
  return number.get<std::int64_t>();
}

std::int64_t count_in(const Json& object, const char* key) { return count_of(object.at(key), key); }

template <typename Status>
Status status_in(const Json& object, std::optional<Status> (*from_word)(std::string_view)) {
  const std::string word = text_in(object, "status");
  const std::optional<Status> status = from_word(word);
  if (!status) throw NoReport("there is no status \"" + word.substr(0, 40) + "\"");
  return *status;
}

SeenAttempt seen_attempt(const Json& object) {
  return {.status = status_in<MethodStatus>(object, method_status_from_word),
          .worker = count_in(object, "worker"),
          .position = count_in(object, "position")};
}

SeenMethod seen_method(const Json& object) {
  SeenMethod method{.name = text_in(object, "name"),
                    .duration_ns = count_in(object, "duration_ns"),
                    .last = seen_attempt(object)};
  method.status = method.last.status;
  if (method.status == MethodStatus::kFlaky) method.last.status = MethodStatus::kPassed;
  if (const auto earlier = object.find("earlier_attempts"); earlier != object.end()) {
    for (const Json& attempt : *earlier) method.earlier.push_back(seen_attempt(attempt));
  }
  return method;
}

std::optional<SpawnEstimate> seen_estimate(const Json& object) {
  const Json& estimate = object.at("spawn_baseline");
  if (estimate.is_null()) return std::nullopt;
  const SpawnEstimate seen{.spawn_ns = count_in(estimate, "spawn_ns"),
                           .continuous_ns = count_in(estimate, "continuous_ns")};
  if (seen.spawn_ns == 0 || seen.continuous_ns == 0) return std::nullopt;  // no ratio
  return seen;
}

SeenClass seen_class(const Json& object) {
  return {.target = text_in(object, "target"),
          .name = text_in(object, "name"),
          .status = status_in<ClassStatus>(object, class_status_from_word),
          .wall_ns = count_in(object, "wall_ns"),
          .suite_set_up_ns = count_in(object, "suite_set_up_ns")};
}

SeenRun seen_run(const Json& document) {
  const Json schema = document.is_object() ? document.value("schema", Json()) : Json();
  if (schema != kReportSchema) {
    const std::string what = schema.is_string() ? "it is a " + schema.get<std::string>()
                                                : std::string("it names no schema");
    throw NoReport(what + ", this Carpool reads " + kReportSchema);
  }
  const Json& run = document.at("run");
  const Json& host = run.at("host");
  SeenRun seen{.id = text_in(run, "id"),
               .started_at = text_in(run, "started_at"),
               .wall_ns = count_in(run, "wall_ns"),
               .interrupted = run.at("interrupted").get<bool>(),
               .red = run.at("red").get<bool>(),
               .version = text_in(run, "version"),
               .host_name = host.value("name", ""),
               .host_system = host.value("system", ""),
               .host_cores = count_in(host, "cores"),
               .spawn_baseline = seen_estimate(document)};
  const auto started_at_ns = unix_time_from_rfc3339(seen.started_at);
  if (!started_at_ns) throw NoReport("\"started_at\" is no time: " + seen.started_at.substr(0, 40));
  seen.started_at_ns = *started_at_ns;
  const Json& totals = document.at("totals");
  seen.totals = {{"classes", count_in(totals, "classes")},
                 {"methods", count_in(totals, "methods")}};
  for (const MethodStatus status : all_method_statuses()) {
    const std::string word(to_word(status));
    seen.totals.emplace_back(word, count_of(totals.at(word), word));
  }
  (void)document.at("classes").get_ref<const Json::array_t&>();
  return seen;
}

// Takes methods and classes out of the document while it is being parsed: of a hundred thousand
// methods only the columns that trends need are ever held.
class ReportParser {
 public:
  explicit ReportParser(const std::function<void(SeenClass)>& visit_class)
      : visit_class_(visit_class) {}

  Json parse(std::string_view report) {
    return Json::parse(report, [this](int depth, Json::parse_event_t event, Json& parsed) {
      return keeps(depth, event, parsed);
    });
  }

 private:
  bool keeps(int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key) {
      if (depth == kOfDocument) in_classes_ = parsed == "classes";
      if (depth == kOfClass) in_methods_ = parsed == "methods";
      return true;
    }
    if (!in_classes_ || event != Json::parse_event_t::object_end) return true;
    if (depth == kOfClass + 1 && in_methods_) {
      methods_.push_back(seen_method(parsed));
      return false;
    }
    if (depth != kOfClass - 1) return true;
    SeenClass of_class = seen_class(parsed);
    of_class.methods = std::move(methods_);
    methods_.clear();
    visit_class_(std::move(of_class));
    return false;
  }

  const std::function<void(SeenClass)>& visit_class_;
  std::vector<SeenMethod> methods_;
  bool in_classes_ = false;
  bool in_methods_ = false;
};

}  // namespace

Result<SeenRun> read_seen_run(std::string_view report,
                              const std::function<void(SeenClass)>& visit_class) {
  try {
    return seen_run(ReportParser(visit_class).parse(report));
  } catch (const Json::exception& error) {
    return Error{std::string("this is no report: ") + error.what()};
  } catch (const NoReport& error) {
    return Error{std::string("this is no report: ") + error.what()};
  }
}

}  // namespace carpool
