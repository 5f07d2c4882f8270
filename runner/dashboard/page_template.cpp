#include "dashboard/page_template.h"

#include <string_view>
#include <system_error>

#include "manifest/whole_file.h"

namespace carpool {
namespace {

// In dashboard/source/page.html. The number tells how page and data belong together.
constexpr std::string_view kMark = "<!-- carpool-dashboard-data v1 -->";

}  // namespace

Result<std::filesystem::path> find_page_template(const std::filesystem::path& executable) {
  const std::filesystem::path directory = executable.parent_path();
  const std::filesystem::path beside = directory / kPageTemplateName;
  const std::filesystem::path installed =
      (directory / CARPOOL_DATA_FROM_EXECUTABLE / kPageTemplateName).lexically_normal();
  for (const auto& place : {beside, installed}) {
    std::error_code ignored;  // what cannot be looked at is not there
    if (std::filesystem::exists(place, ignored)) return place;
  }
  return Error{"the page's template is missing, neither " + beside.string() + " nor " +
               installed.string() +
               " is there: this Carpool was built without Node.js. Install npm, configure Carpool "
               "with -DCARPOOL_DASHBOARD=ON, build and install it again; or name a template by "
               "--template <" +
               kPageTemplateName + ">"};
}

Result<PageTemplate> read_page_template(const std::filesystem::path& file) {
  auto text = read_whole_file(file);
  if (!text) return text.error();
  const std::size_t mark = text->find(kMark);
  if (mark == std::string::npos || text->find(kMark, mark + 1) != std::string::npos) {
    return Error{file.string() +
                 " is not a dashboard template of this version of Carpool: build and install "
                 "Carpool again"};
  }
  return PageTemplate{.before = text->substr(0, mark), .after = text->substr(mark + kMark.size())};
}

}  // namespace carpool
