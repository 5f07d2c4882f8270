#pragma once

#include <span>
#include <string_view>

#include "export/comparison_document.h"
#include "export/text_pieces.h"
#include "report/report.h"
#include "report/timeline.h"

namespace carpool {

// A format that others read. Each is a pure function from what is known of a run, or from a
// comparison, to text; null where the format has no words for such.
struct ExportFormat {
  std::string_view name;  // on the command line
  std::string_view what;  // one line
  std::string_view file;  // an example of a name
  void (*from_report)(const Report&, const TextSink&) = nullptr;
  void (*from_timeline)(const Timeline&, const TextSink&) = nullptr;
  void (*from_comparison)(const ComparisonDocument&, const TextSink&) = nullptr;
};

// All of them, in the order in which they are listed to people.
std::span<const ExportFormat> export_formats();

// Null for none of that name.
const ExportFormat* find_export_format(std::string_view name);

}  // namespace carpool
