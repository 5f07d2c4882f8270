#pragma once

#include "export/comparison_document.h"
#include "export/text_pieces.h"
#include "report/report.h"

namespace carpool {

// Writes a summary for people in GitHub's Markdown, as its job summaries and others show it: what
// it came to and what was saved, the red and the flaky methods, classes by time, the slowest
// methods. Names and output are never taken for markup. Below 1 MiB whatever the run was, which is
// what GitHub takes; what is left out is said.
void export_markdown(const Report& report, const TextSink& sink);

// The same of a comparison: differing verdicts first, then both sides of each class.
void export_markdown(const ComparisonDocument& comparison, const TextSink& sink);

}  // namespace carpool
