#include "export/junit.h"

#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "export/junit_case.h"
#include "export/xml_text.h"

namespace carpool {
namespace {

constexpr char kIndent[] = "  ";

class StringWriter final : public pugi::xml_writer {
 public:
  explicit StringWriter(std::string& text) : text_(text) {}
  void write(const void* data, std::size_t size) override {
    text_.append(static_cast<const char*>(data), size);
  }

 private:
  std::string& text_;
};

void print(pugi::xml_node node, std::string& text, unsigned depth) {
  StringWriter writer(text);
  node.print(writer, kIndent, pugi::format_indent, pugi::encoding_utf8, depth);
}

// The start tag of an element whose children follow one by one.
void print_start(pugi::xml_node node, std::string& text, unsigned depth) {
  print(node, text, depth);
  text.erase(text.rfind("/>"));
  while (text.back() == ' ') text.pop_back();
  text += ">\n";
}

void set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(xml_text(value).c_str());
}

void set_counts(pugi::xml_node node, const JunitCounts& counts) {
  set(node, "tests", std::to_string(counts.tests));
  set(node, "failures", std::to_string(counts.failures));
  set(node, "errors", std::to_string(counts.errors));
}

JunitCounts counts_of(const ClassReport& of_class) {
  JunitCounts counts;
  for (const MethodReport& method : of_class.methods) counts.add(method);
  if (trouble_of(of_class)) counts.add_trouble();
  return counts;
}

JunitCounts counts_of(const Report& report) {
  JunitCounts counts;
  for (const ClassReport& of_class : report.classes) counts.add(counts_of(of_class));
  for (std::size_t i = 0; i < troubles_of_run(report).size(); ++i) counts.add_trouble();
  return counts;
}

void append_property(pugi::xml_node properties, std::string_view name, std::string_view value) {
  pugi::xml_node property = properties.append_child("property");
  set(property, "name", name);
  set(property, "value", value);
}

void append_times(pugi::xml_node properties, const ClassReport& of_class) {
  const std::pair<const char*, std::int64_t> times[] = {
      {"carpool.spawn_ns", of_class.spawn_ns},
      {"carpool.init_ns", of_class.init_ns},
      {"carpool.suite_set_up_ns", of_class.suite_set_up_ns},
      {"carpool.suite_tear_down_ns", of_class.suite_tear_down_ns},
      {"carpool.exit_ns", of_class.exit_ns},
  };
  for (const auto& [name, ns] : times) append_property(properties, name, std::to_string(ns));
  if (const auto& estimate = of_class.spawn_baseline) {
    append_property(properties, "carpool.spawn_baseline.basis", "estimated");
    append_property(properties, "carpool.spawn_baseline.spawn_ns",
                    std::to_string(estimate->spawn_ns));
    append_property(properties, "carpool.spawn_baseline.continuous_ns",
                    std::to_string(estimate->continuous_ns));
  }
}

pugi::xml_document properties_of(const Report& report, const ClassReport& of_class) {
  pugi::xml_document document;
  pugi::xml_node properties = document.append_child("properties");
  append_property(properties, "carpool.run", report.run.id);
  append_property(properties, "carpool.version", report.run.version);
  append_property(properties, "carpool.status", to_word(of_class.status));
  if (!of_class.reason.empty()) append_property(properties, "carpool.reason", of_class.reason);
  append_property(properties, "carpool.workers_started", std::to_string(of_class.workers_started));
  append_property(properties, "carpool.restarts", std::to_string(of_class.restarts));
  append_times(properties, of_class);
  return document;
}

pugi::xml_node append_suite(pugi::xml_document& document, const Report& report,
                            std::string_view name, const JunitCounts& counts,
                            std::int64_t wall_ns) {
  pugi::xml_node suite = document.append_child("testsuite");
  set(suite, "name", name);
  set_counts(suite, counts);
  set(suite, "skipped", std::to_string(counts.skipped));
  set(suite, "time", junit_seconds(wall_ns));
  set(suite, "timestamp", report.run.started_at);
  set(suite, "hostname", report.run.host_name);
  return suite;
}

template <typename Case>
void write_case(TextPieces& pieces, const std::string& class_name, const Case& of_case) {
  pugi::xml_document document;
  append_junit_case(document, class_name, of_case);
  print(document.first_child(), pieces.text(), 2);
  pieces.hand_over_large();
}

void write_class(TextPieces& pieces, const Report& report, const ClassReport& of_class) {
  const std::string name = of_class.target + "." + of_class.name;
  pugi::xml_document head;
  print_start(append_suite(head, report, name, counts_of(of_class), of_class.wall_ns),
              pieces.text(), 1);
  print(properties_of(report, of_class).first_child(), pieces.text(), 2);
  if (const auto trouble = trouble_of(of_class)) write_case(pieces, name, *trouble);
  for (const MethodReport& method : of_class.methods) write_case(pieces, name, method);
  if (const std::string output = output_of_workers(of_class); !output.empty()) {
    pugi::xml_document document;
    document.append_child("system-out").text().set(xml_text(output).c_str());
    print(document.first_child(), pieces.text(), 2);
  }
  pieces.text() += "  </testsuite>\n";
}

void write_troubles_of_run(TextPieces& pieces, const Report& report) {
  const auto troubles = troubles_of_run(report);
  if (troubles.empty()) return;
  JunitCounts counts;
  for (std::size_t i = 0; i < troubles.size(); ++i) counts.add_trouble();
  pugi::xml_document head;
  print_start(append_suite(head, report, "carpool", counts, 0), pieces.text(), 1);
  for (const Trouble& trouble : troubles) write_case(pieces, "carpool", trouble);
  pieces.text() += "  </testsuite>\n";
}

}  // namespace

void export_junit(const Report& report, const TextSink& sink) {
  TextPieces pieces(sink);
  pieces.text() += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  pugi::xml_document head;
  pugi::xml_node root = head.append_child("testsuites");
  set(root, "name", "carpool");
  set_counts(root, counts_of(report));
  set(root, "time", junit_seconds(report.run.wall_ns));
  print_start(root, pieces.text(), 0);
  write_troubles_of_run(pieces, report);
  for (const ClassReport& of_class : report.classes) write_class(pieces, report, of_class);
  pieces.text() += "</testsuites>\n";
  pieces.hand_over();
}

}  // namespace carpool
