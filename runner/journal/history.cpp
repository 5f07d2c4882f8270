#include "journal/history.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/regular_file.h"
#include "base/unfinished_file.h"
#include "journal/json_writer.h"

namespace carpool {
namespace {

constexpr const char* kHistorySchema = "carpool/history/v1";
constexpr int kRunsInMean = 5;
constexpr int kFewerInARow = 3;  // until a class is taken to have become smaller

std::filesystem::path file_in(const std::filesystem::path& results) {
  return results / "history.json";
}

ClassHistory class_history(const nlohmann::json& object) {
  return {.red = object.at("red").get<bool>(),
          .wall_ns = object.at("wall_ns").get<std::int64_t>(),
          .methods = object.at("methods").get<std::int64_t>(),
          .runs = object.at("runs").get<int>(),
          .fewer_runs = object.value("fewer_runs", 0),
          .last_run = object.at("last_run").get<std::string>()};
}

// What note() could have come to; it divides by the number of runs.
bool makes_sense(const ClassHistory& of_class) {
  constexpr std::int64_t kLongest_ns = 10'000'000'000'000'000;  // 115 days: sums fit, too
  return of_class.runs >= 1 && of_class.runs <= kRunsInMean && of_class.methods >= 0 &&
         of_class.wall_ns >= 0 && of_class.wall_ns <= kLongest_ns;
}

}  // namespace

const ClassHistory* History::find(const std::string& target, const std::string& class_name) const {
  const auto found = classes_.find({target, class_name});
  return found == classes_.end() ? nullptr : &found->second;
}

void History::note(const std::string& target, const std::string& class_name,
                   const ClassRunSeen& latest) {
  const auto [at, is_new] = classes_.try_emplace({target, class_name});
  ClassHistory& known = at->second;
  const bool is_known_run = !is_new && latest.run == known.last_run;
  known.red = latest.red;
  known.last_run = latest.run;
  if (is_known_run || (!is_new && latest.methods * 2 < latest.planned)) return;
  const bool is_fewer = latest.methods * 2 < known.methods;
  if (is_fewer && ++known.fewer_runs < kFewerInARow) return;
  const bool is_another_class = is_new || is_fewer || latest.methods > known.methods * 2;
  known.methods = latest.methods;
  known.fewer_runs = 0;
  known.runs = is_another_class ? 1 : std::min(known.runs + 1, kRunsInMean);
  known.wall_ns += (latest.wall_ns - known.wall_ns) / known.runs;
}

void History::forget_before(const std::string& run_id) {
  std::erase_if(classes_, [&](const auto& entry) { return entry.second.last_run < run_id; });
}

History read_history(const std::filesystem::path& results) {
  History history;
  if (!expect_regular_file(file_in(results))) return history;
  std::ifstream input(file_in(results), std::ios::binary);
  const auto document = nlohmann::json::parse(input, nullptr, false);
  if (!document.is_object() || document.value("schema", nlohmann::json()) != kHistorySchema)
    return {};
  try {
    for (const nlohmann::json& object : document.at("classes")) {
      ClassHistory of_class = class_history(object);
      if (!makes_sense(of_class)) return {};
      history.classes_[{object.at("target").get<std::string>(),
                        object.at("class").get<std::string>()}] = std::move(of_class);
    }
  } catch (const nlohmann::json::exception&) {
    return {};
  }
  return history;
}

Result<void> write_history(const History& history, const std::filesystem::path& results) {
  std::string text;
  JsonWriter json(text, 2);
  json.begin_object();
  json.key("schema").string(kHistorySchema);
  json.key("classes").begin_array();
  for (const auto& [name, of_class] : history.classes()) {
    json.begin_object();
    json.key("target").string(name.first);
    json.key("class").string(name.second);
    json.key("red").boolean(of_class.red);
    json.key("wall_ns").integer(of_class.wall_ns);
    json.key("methods").integer(of_class.methods);
    json.key("runs").integer(of_class.runs);
    if (of_class.fewer_runs > 0) json.key("fewer_runs").integer(of_class.fewer_runs);
    json.key("last_run").string(of_class.last_run);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  text += '\n';
  // In Carpool's own folder under Carpool's own name: what is there and is no file is in the way.
  std::error_code trouble;
  const auto status = std::filesystem::status(file_in(results), trouble);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    std::filesystem::remove(file_in(results), trouble);  // trouble is told by the writing
  }
  UnfinishedFile file(file_in(results));
  file.write(text);
  return file.publish();
}

}  // namespace carpool
