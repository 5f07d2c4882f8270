#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "dashboard/page_template.h"
#include "dashboard/script_text.h"

namespace carpool {

enum class DocumentKind { kReport, kComparison, kTimeline, kTrend };

std::string_view to_word(DocumentKind kind);

// A JSON document that a page carries. Its bytes come when the page is written, so that only one
// document need be held at a time.
struct PageDocument {
  DocumentKind kind = DocumentKind::kReport;
  std::string name;              // what the page calls it: a run's id, a target; any bytes
  std::filesystem::path origin;  // the file or folder that it was read or computed from
  std::function<Result<void>(const TextSink&)> write;
};

struct Page {
  std::vector<PageDocument> documents;
  std::vector<std::string> notes;  // what a reader should know about what is not there
};

// Writes the page: the template with an index and the documents in it, each in a <script> of its
// own, as data that no browser runs and that the page reads when it is needed. The file is seen
// whole or not at all. `written_at`: RFC 3339, UTC.
Result<void> write_page(const PageTemplate& page_template, const Page& page,
                        const std::string& written_at, const std::filesystem::path& file);

}  // namespace carpool
