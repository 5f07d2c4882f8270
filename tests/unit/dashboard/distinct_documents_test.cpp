#include "dashboard/distinct_documents.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace carpool {
namespace {

PageDocument document(DocumentKind kind, const std::string& name, const std::string& origin) {
  return {.kind = kind, .name = name, .origin = origin, .write = {}};
}

std::vector<std::string> origins(const Page& page) {
  std::vector<std::string> all;
  for (const PageDocument& each : page.documents) all.push_back(each.origin.string());
  return all;
}

TEST(DistinctDocuments, KeepsARunOnceHoweverItIsNamed) {
  Page page{.documents = {document(DocumentKind::kReport, "r1", "runs/r1"),
                          document(DocumentKind::kTimeline, "r1", ""),
                          document(DocumentKind::kReport, "r2", "runs/r2"),
                          document(DocumentKind::kReport, "r1", "copy/report.json")},
            .notes = {}};
  keep_distinct_documents(page);
  EXPECT_EQ(origins(page), (std::vector<std::string>{"runs/r1", "", "runs/r2"}));
  ASSERT_EQ(page.notes.size(), 1u);
  EXPECT_EQ(page.notes[0],
            "The run r1 was given more than once; it is shown as it was first given.");
}

TEST(DistinctDocuments, KeepsTwoComparisonsOfOneTargetButNotOneTwice) {
  Page page{.documents = {document(DocumentKind::kComparison, "core", "before/comparison.json"),
                          document(DocumentKind::kComparison, "core", "after/comparison.json"),
                          document(DocumentKind::kComparison, "core",
                                   "after/../before/./comparison.json")},
            .notes = {}};
  keep_distinct_documents(page);
  EXPECT_EQ(origins(page),
            (std::vector<std::string>{"before/comparison.json", "after/comparison.json"}));
  ASSERT_EQ(page.notes.size(), 1u);
  EXPECT_EQ(page.notes[0], "The comparison core was given more than once; it is shown once.");
}

}  // namespace
}  // namespace carpool
