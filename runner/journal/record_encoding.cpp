#include "journal/record_encoding.h"

#include "journal/json_members.h"
#include "journal/json_writer.h"

namespace carpool {
namespace {

void write_class(JsonWriter& json, const std::string& target, const std::string& class_name) {
  json.key("target").string(target);
  json.key("class").string(class_name);
}

// Writes the members of one record behind `event` and `t_ns`.
struct RecordMembers {
  JsonWriter& json;

  void operator()(const RunStarted& record) const {
    json.key("schema").string(kJournalSchema);
    json.key("run_id").string(record.run_id);
    json.key("started_at").string(record.started_at);
    json.key("version").string(record.version);
    json.optional_string("host_name", record.host_name);
    json.optional_string("host_system", record.host_system);
    json.key("host_cores").integer(record.host_cores);
    json.optional_strings("command_line", record.command_line);
    json.optional_strings("warnings", record.warnings);
  }

  void operator()(const ClassPlanned& record) const {
    write_class(json, record.target, record.class_name);
    json.optional_strings("methods", record.methods);
    json.optional_strings("disabled", record.disabled);
    if (record.adds) json.key("adds").boolean(true);
  }

  void operator()(const WorkerStarted& record) const {
    write_class(json, record.target, record.class_name);
    json.key("worker").integer(record.worker);
    if (record.rank) json.key("rank").integer(*record.rank);
    json.key("process_id").integer(record.process_id);
    json.key("reason").string(record.reason);
  }

  void operator()(const WorkerReady& record) const {
    json.key("worker").integer(record.worker);
    json.key("spawn_ns").integer(record.spawn_ns);
    json.key("init_ns").integer(record.init_ns);
  }

  void operator()(const SuiteSetUp& record) const { write_suite_event(record); }
  void operator()(const SuiteTornDown& record) const { write_suite_event(record); }

  void operator()(const MethodFinished& record) const {
    write_class(json, record.target, record.class_name);
    json.key("method").string(record.method);
    json.key("attempt").integer(record.attempt);
    json.key("worker").integer(record.worker);
    json.key("position").integer(record.position);
    json.key("status").string(to_word(record.status));
    if (record.final_status) json.key("final_status").string(to_word(*record.final_status));
    json.key("duration_ns").integer(record.duration_ns);
    write_findings(json, record);
    write_any_ranks(json, record.ranks);
  }

  void operator()(const WorkerEnded& record) const {
    write_class(json, record.target, record.class_name);
    json.key("worker").integer(record.worker);
    json.key("how").string(record.how);
    json.optional_string("reason", record.reason);
    write_process_end(json, record.signal, record.exit_code);
    json.optional_string("during", record.during);
    json.key("moved_methods").integer(record.moved_methods);
    json.optional_strings("survivors", record.survivors);
    write_output(json, record.output);
    json.key("exit_ns").integer(record.exit_ns);
  }

  void operator()(const ClassFinished& record) const {
    write_class(json, record.target, record.class_name);
    json.key("status").string(to_word(record.status));
    json.optional_string("reason", record.reason);
    json.key("wall_ns").integer(record.wall_ns);
  }

  void operator()(const RunFinished& record) const {
    json.key("interrupted").boolean(record.interrupted);
    json.key("exit_code").integer(record.exit_code);
    json.key("wall_ns").integer(record.wall_ns);
  }

  template <typename SuiteEvent>
  void write_suite_event(const SuiteEvent& record) const {
    write_class(json, record.target, record.class_name);
    json.key("worker").integer(record.worker);
    json.key("failed").boolean(record.failed);
    json.key("duration_ns").integer(record.duration_ns);
    write_any_failures(json, record.failures);
  }
};

struct EventWord {
  std::string_view operator()(const RunStarted&) const { return "run_started"; }
  std::string_view operator()(const ClassPlanned&) const { return "class_planned"; }
  std::string_view operator()(const WorkerStarted&) const { return "worker_started"; }
  std::string_view operator()(const WorkerReady&) const { return "worker_ready"; }
  std::string_view operator()(const SuiteSetUp&) const { return "suite_set_up"; }
  std::string_view operator()(const MethodFinished&) const { return "method_finished"; }
  std::string_view operator()(const WorkerEnded&) const { return "worker_ended"; }
  std::string_view operator()(const SuiteTornDown&) const { return "suite_torn_down"; }
  std::string_view operator()(const ClassFinished&) const { return "class_finished"; }
  std::string_view operator()(const RunFinished&) const { return "run_finished"; }
};

}  // namespace

void append_record_line(std::string& text, const Record& record, std::int64_t t_ns) {
  JsonWriter json(text);
  json.begin_object();
  json.key("event").string(std::visit(EventWord{}, record));
  json.key("t_ns").integer(t_ns);
  std::visit(RecordMembers{json}, record);
  json.end_object();
  text += '\n';
}

}  // namespace carpool
