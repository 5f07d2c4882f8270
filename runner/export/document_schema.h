#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace carpool {

// What a JSON document of Carpool's says of itself.
struct DocumentSchema {
  std::string schema;  // "carpool/report/v1"; empty where it names none
  std::string run_id;  // of a report; empty of others
};

// Reads no further than to what it looks for. An error where the file cannot be read or is no JSON.
Result<DocumentSchema> document_schema(const std::filesystem::path& file);

}  // namespace carpool
