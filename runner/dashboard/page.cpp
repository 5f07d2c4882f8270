#include "dashboard/page.h"

#include "base/unfinished_file.h"
#include "base/version.h"
#include "journal/json_writer.h"

namespace carpool {
namespace {

std::string element_name(std::size_t index) { return "carpool-document-" + std::to_string(index); }

std::string index_of(const Page& page, const std::string& written_at) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.key("schema").string("carpool/dashboard/v1");
  json.key("version").string(kVersion);
  json.key("written_at").string(written_at);
  json.key("documents").begin_array();
  for (std::size_t index = 0; index < page.documents.size(); ++index) {
    json.begin_object();
    json.key("kind").string(to_word(page.documents[index].kind));
    json.key("name").string(page.documents[index].name);
    json.key("element").string(element_name(index));
    json.end_object();
  }
  json.end_array();
  json.key("notes").strings(page.notes);
  json.end_object();
  return text;
}

using JsonSource = std::function<Result<void>(const TextSink&)>;

Result<void> write_script(UnfinishedFile& file, const std::string& element,
                          const JsonSource& source) {
  file.write("<script type=\"application/json\" id=\"" + element + "\">");
  ScriptText script([&](std::string_view bytes) { file.write(bytes); });
  const auto written = source([&](std::string_view json) { script.write(json); });
  if (!written) return written.error();
  script.finish();
  file.write("</script>\n");
  return {};
}

}  // namespace

std::string_view to_word(DocumentKind kind) {
  switch (kind) {
    case DocumentKind::kReport:
      return "report";
    case DocumentKind::kComparison:
      return "comparison";
    case DocumentKind::kTimeline:
      return "timeline";
    case DocumentKind::kTrend:
      return "trend";
  }
  return "";
}

Result<void> write_page(const PageTemplate& page_template, const Page& page,
                        const std::string& written_at, const std::filesystem::path& file) {
  UnfinishedFile unfinished(file);
  unfinished.write(page_template.before);
  const std::string index = index_of(page, written_at);
  const JsonSource index_source = [&](const TextSink& sink) -> Result<void> {
    sink(index);
    return {};
  };
  if (auto written = write_script(unfinished, "carpool-index", index_source); !written)
    return written;
  for (std::size_t number = 0; number < page.documents.size(); ++number) {
    const PageDocument& document = page.documents[number];
    if (auto written = write_script(unfinished, element_name(number), document.write); !written)
      return written;
  }
  unfinished.write(page_template.after);
  return unfinished.publish();
}

}  // namespace carpool
