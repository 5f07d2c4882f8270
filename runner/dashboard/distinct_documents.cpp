#include "dashboard/distinct_documents.h"

#include <set>
#include <system_error>
#include <tuple>
#include <utility>

namespace carpool {
namespace {

using Identity = std::tuple<DocumentKind, std::string>;

Identity identity_of(const PageDocument& document) {
  const bool of_a_run =
      document.kind == DocumentKind::kReport || document.kind == DocumentKind::kTimeline;
  if (of_a_run) return {document.kind, document.name};
  std::error_code unknown;
  const auto whole = std::filesystem::weakly_canonical(document.origin, unknown);
  return {document.kind, unknown ? document.origin.string() : whole.string()};
}

}  // namespace

void keep_distinct_documents(Page& page) {
  std::set<Identity> seen;
  std::vector<PageDocument> kept;
  for (PageDocument& document : page.documents) {
    if (seen.insert(identity_of(document)).second) {
      kept.push_back(std::move(document));
    } else if (document.kind == DocumentKind::kReport) {
      page.notes.push_back("The run " + document.name +
                           " was given more than once; it is shown as it was first given.");
    } else {
      page.notes.push_back("The " + std::string(to_word(document.kind)) + " " + document.name +
                           " was given more than once; it is shown once.");
    }
  }
  page.documents = std::move(kept);
}

}  // namespace carpool
