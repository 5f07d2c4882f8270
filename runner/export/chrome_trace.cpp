#include "export/chrome_trace.h"

#include <cstdint>
#include <map>
#include <string>

#include "journal/json_writer.h"

namespace carpool {
namespace {

double in_microseconds(std::int64_t ns) { return static_cast<double>(ns) / 1000.0; }

// Processes are numbered in the order in which their targets begin.
class TargetNumbers {
 public:
  std::int64_t of(const std::string& target) {
    const auto next = static_cast<std::int64_t>(numbers_.size()) + 1;
    return numbers_.try_emplace(target, next).first->second;
  }

 private:
  std::map<std::string, std::int64_t> numbers_;
};

struct Place {
  std::int64_t process = 0;
  std::int64_t thread = 0;
};

void begin_event(JsonWriter& json, std::string_view phase, std::string_view name, Place place) {
  json.begin_object();
  json.key("ph").string(phase);
  json.key("pid").integer(place.process);
  json.key("tid").integer(place.thread);
  json.key("name").string(name);
}

void write_name(JsonWriter& json, std::string_view what, Place place, std::string_view name) {
  begin_event(json, "M", what, place);
  json.key("args").begin_object();
  json.key("name").string(name);
  json.end_object();
  json.end_object();
}

// By worker's number: without it lanes stand in the order of their names, 10 before 2.
void write_order(JsonWriter& json, Place place) {
  begin_event(json, "M", "thread_sort_index", place);
  json.key("args").begin_object();
  json.key("sort_index").integer(place.thread);
  json.end_object();
  json.end_object();
}

std::string lane_name(const TimelineLane& lane) {
  std::string name = "worker " + std::to_string(lane.worker);
  if (lane.rank) name += ", rank " + std::to_string(*lane.rank);
  return name;
}

std::string span_name(const TimelineSpan& span, const std::string& class_name) {
  return span.kind == SpanKind::kMethod ? class_name + "." + span.method
                                        : std::string(to_word(span.kind));
}

void write_span(JsonWriter& json, const TimelineSpan& span, const std::string& class_name,
                Place place) {
  begin_event(json, "X", span_name(span, class_name), place);
  json.key("cat").string(to_word(span.kind));
  json.key("ts").number(in_microseconds(span.begin_ns));
  json.key("dur").number(in_microseconds(span.end_ns - span.begin_ns));
  json.key("args").begin_object();
  if (span.kind != SpanKind::kIdle) json.key("class").string(class_name);
  if (span.kind == SpanKind::kMethod) {
    json.key("method").string(span.method);
    json.key("attempt").integer(span.attempt);
  }
  json.optional_string("status", span.status);
  json.end_object();
  json.end_object();
}

void write_lane(JsonWriter& json, TextPieces& pieces, const Timeline& timeline,
                const TimelineLane& lane, Place place) {
  write_name(json, "thread_name", place, lane_name(lane));
  write_order(json, place);
  for (const TimelineSpan& span : lane.spans) {
    write_span(json, span, timeline.classes[span.class_index], place);
    pieces.hand_over_large();
  }
}

void write_origin(JsonWriter& json, const Timeline& timeline) {
  json.key("otherData").begin_object();
  json.key("run").string(timeline.run_id);
  json.key("started_at").string(timeline.started_at);
  json.key("carpool").string(timeline.version);
  json.optional_strings("problems", timeline.problems);
  json.end_object();
}

}  // namespace

void export_chrome_trace(const Timeline& timeline, const TextSink& sink) {
  constexpr int kBrokenLevels = 2;  // an event is one line
  TextPieces pieces(sink);
  JsonWriter json(pieces.text(), kBrokenLevels);
  TargetNumbers targets;
  std::int64_t named = 0;
  json.begin_object();
  json.key("traceEvents").begin_array();
  for (const TimelineLane& lane : timeline.lanes) {
    const Place place{.process = targets.of(lane.target), .thread = lane.worker};
    if (place.process > named) {
      write_name(json, "process_name", {.process = place.process, .thread = 0}, lane.target);
      named = place.process;
    }
    write_lane(json, pieces, timeline, lane, place);
  }
  json.end_array();
  json.key("displayTimeUnit").string("ms");
  write_origin(json, timeline);
  json.end_object();
  pieces.text() += '\n';
  pieces.hand_over();
}

}  // namespace carpool
