#pragma once

#include "export/comparison_document.h"
#include "export/text_pieces.h"
#include "report/report.h"

namespace carpool {

// Writes the `customSmallerIsBetter` input of github-action-benchmark: an array of {name, unit,
// value, range, extra}. Of a run: the wall time of the whole and of each class, and each class's
// start-up, in milliseconds. An interrupted class has no entry, for its time says nothing.
void export_github_benchmark(const Report& report, const TextSink& sink);

// Of a comparison: the median of both sides for each class and over all, `range` the least and the
// most of the samples, `extra` the saving with its interval.
void export_github_benchmark(const ComparisonDocument& comparison, const TextSink& sink);

}  // namespace carpool
