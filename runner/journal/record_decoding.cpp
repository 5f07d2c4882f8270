#include "journal/record_decoding.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "journal/record_encoding.h"

namespace carpool {
namespace {

using nlohmann::json;

std::string text_of(const json& object, const char* key) {
  return object.value(key, std::string());
}

std::int64_t number_of(const json& object, const char* key) {
  return object.at(key).get<std::int64_t>();
}

int small_number_of(const json& object, const char* key) { return object.at(key).get<int>(); }

std::optional<int> optional_number_of(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  return found->get<int>();
}

std::vector<std::string> texts_of(const json& object, const char* key) {
  return object.value(key, std::vector<std::string>());
}

MethodStatus method_status_of(const json& object, const char* key) {
  const auto word = object.at(key).get<std::string>();
  if (const auto status = method_status_from_word(word)) return *status;
  throw std::invalid_argument("\"" + word + "\" is no status of a method");
}

ClassStatus class_status_of(const json& object, const char* key) {
  const auto word = object.at(key).get<std::string>();
  if (const auto status = class_status_from_word(word)) return *status;
  throw std::invalid_argument("\"" + word + "\" is no status of a class");
}

std::vector<TestFailure> failures_of(const json& object) {
  std::vector<TestFailure> failures;
  const auto found = object.find("failures");
  if (found == object.end()) return failures;
  for (const json& failure : *found) {
    failures.push_back({.file = text_of(failure, "file"),
                        .line = failure.value("line", 0),
                        .message = failure.at("message").get<std::string>()});
  }
  return failures;
}

CapturedOutput output_of(const json& object) {
  const auto found = object.find("output");
  if (found == object.end()) return {};
  return {.text = found->at("text").get<std::string>(),
          .total_bytes = found->at("total_bytes").get<std::uint64_t>(),
          .truncated = found->at("truncated").get<bool>()};
}

std::vector<RankResult> ranks_of(const json& object) {
  std::vector<RankResult> ranks;
  const auto found = object.find("ranks");
  if (found == object.end()) return ranks;
  for (const json& rank : *found) {
    const auto word = rank.at("status").get<std::string>();
    const auto status = rank_status_from_word(word);
    if (!status) throw std::invalid_argument("\"" + word + "\" is no status of a rank");
    ranks.push_back({.rank = small_number_of(rank, "rank"),
                     .worker = small_number_of(rank, "worker"),
                     .status = *status,
                     .duration_ns = number_of(rank, "duration_ns"),
                     .failures = failures_of(rank),
                     .failures_left_out = rank.value("failures_left_out", std::uint64_t{0}),
                     .reason = text_of(rank, "reason"),
                     .output = output_of(rank),
                     .signal = optional_number_of(rank, "signal"),
                     .exit_code = optional_number_of(rank, "exit_code"),
                     .stacks = text_of(rank, "stacks"),
                     .leaks = texts_of(rank, "leaks")});
  }
  return ranks;
}

RunStarted run_started(const json& line) {
  const std::string schema = text_of(line, "schema");
  if (schema != kJournalSchema) {
    throw std::invalid_argument("this is a journal of version \"" + schema +
                                "\", and this Carpool reads \"" + kJournalSchema + "\"");
  }
  return {.run_id = line.at("run_id").get<std::string>(),
          .started_at = line.at("started_at").get<std::string>(),
          .version = line.at("version").get<std::string>(),
          .host_name = text_of(line, "host_name"),
          .host_system = text_of(line, "host_system"),
          .host_cores = small_number_of(line, "host_cores"),
          .command_line = texts_of(line, "command_line"),
          .warnings = texts_of(line, "warnings")};
}

ClassPlanned class_planned(const json& line) {
  return {.target = line.at("target").get<std::string>(),
          .class_name = line.at("class").get<std::string>(),
          .methods = texts_of(line, "methods"),
          .disabled = texts_of(line, "disabled"),
          .adds = line.value("adds", false)};
}

WorkerStarted worker_started(const json& line) {
  return {.target = line.at("target").get<std::string>(),
          .class_name = line.at("class").get<std::string>(),
          .worker = small_number_of(line, "worker"),
          .process_id = number_of(line, "process_id"),
          .rank = optional_number_of(line, "rank"),
          .reason = line.at("reason").get<std::string>()};
}

WorkerReady worker_ready(const json& line) {
  return {.worker = small_number_of(line, "worker"),
          .spawn_ns = number_of(line, "spawn_ns"),
          .init_ns = number_of(line, "init_ns")};
}

template <typename SuiteEvent>
SuiteEvent suite_event(const json& line) {
  return {.target = line.at("target").get<std::string>(),
          .class_name = line.at("class").get<std::string>(),
          .worker = small_number_of(line, "worker"),
          .failed = line.at("failed").get<bool>(),
          .duration_ns = number_of(line, "duration_ns"),
          .failures = failures_of(line)};
}

MethodFinished method_finished(const json& line) {
  MethodFinished record;
  record.target = line.at("target").get<std::string>();
  record.class_name = line.at("class").get<std::string>();
  record.method = line.at("method").get<std::string>();
  record.attempt = small_number_of(line, "attempt");
  record.worker = small_number_of(line, "worker");
  record.position = small_number_of(line, "position");
  record.status = method_status_of(line, "status");
  if (line.contains("final_status")) record.final_status = method_status_of(line, "final_status");
  record.duration_ns = number_of(line, "duration_ns");
  record.failures = failures_of(line);
  record.failures_left_out = line.value("failures_left_out", std::uint64_t{0});
  record.reason = text_of(line, "reason");
  record.output = output_of(line);
  record.signal = optional_number_of(line, "signal");
  record.exit_code = optional_number_of(line, "exit_code");
  record.stacks = text_of(line, "stacks");
  record.leaks = texts_of(line, "leaks");
  record.ranks = ranks_of(line);
  return record;
}

WorkerEnded worker_ended(const json& line) {
  return {.target = line.at("target").get<std::string>(),
          .class_name = line.at("class").get<std::string>(),
          .worker = small_number_of(line, "worker"),
          .how = line.at("how").get<std::string>(),
          .signal = optional_number_of(line, "signal"),
          .exit_code = optional_number_of(line, "exit_code"),
          .during = text_of(line, "during"),
          .moved_methods = small_number_of(line, "moved_methods"),
          .survivors = texts_of(line, "survivors"),
          .output = output_of(line),
          .exit_ns = number_of(line, "exit_ns"),
          .reason = text_of(line, "reason")};
}

ClassFinished class_finished(const json& line) {
  return {.target = line.at("target").get<std::string>(),
          .class_name = line.at("class").get<std::string>(),
          .status = class_status_of(line, "status"),
          .reason = text_of(line, "reason"),
          .wall_ns = number_of(line, "wall_ns")};
}

RunFinished run_finished(const json& line) {
  return {.interrupted = line.at("interrupted").get<bool>(),
          .exit_code = small_number_of(line, "exit_code"),
          .wall_ns = number_of(line, "wall_ns")};
}

Record record_of(const json& line) {
  const auto event = line.at("event").get<std::string>();
  if (event == "method_finished") return method_finished(line);
  if (event == "run_started") return run_started(line);
  if (event == "class_planned") return class_planned(line);
  if (event == "worker_started") return worker_started(line);
  if (event == "worker_ready") return worker_ready(line);
  if (event == "suite_set_up") return suite_event<SuiteSetUp>(line);
  if (event == "suite_torn_down") return suite_event<SuiteTornDown>(line);
  if (event == "worker_ended") return worker_ended(line);
  if (event == "class_finished") return class_finished(line);
  if (event == "run_finished") return run_finished(line);
  throw std::invalid_argument("the event \"" + event + "\" is unknown");
}

}  // namespace

Result<JournalEntry> decode_record_line(std::string_view line) {
  try {
    const json parsed = json::parse(line);
    return JournalEntry{.t_ns = number_of(parsed, "t_ns"), .record = record_of(parsed)};
  } catch (const std::exception& problem) {
    return Error{problem.what()};
  }
}

}  // namespace carpool
