#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace carpool {

inline constexpr const char* kPageTemplateName = "carpool-dashboard.html";

// The dashboard's page without data, as the front end's build makes it (folder dashboard/): what
// stands before the data and what after it.
struct PageTemplate {
  std::string before;
  std::string after;
};

// Where the template lies: beside the executable, as in a build folder, or in the share/carpool of
// an installed Carpool. The error says what is missing and how to get it.
Result<std::filesystem::path> find_page_template(const std::filesystem::path& executable);

// An error where the file is no template of this version of Carpool.
Result<PageTemplate> read_page_template(const std::filesystem::path& file);

}  // namespace carpool
