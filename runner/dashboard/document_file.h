#pragma once

#include <filesystem>

#include "base/result.h"
#include "dashboard/page.h"

namespace carpool {

// A document that lies in a file: a report, a comparison, a trend (told by their `schema`) or a
// timeline (Chrome trace events). The file is read through now, so that what cannot be read, is
// not JSON to its last byte or is of no known kind is an error that names it, and once more when
// the page is written.
Result<PageDocument> read_document_file(const std::filesystem::path& file);

}  // namespace carpool
