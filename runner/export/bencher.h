#pragma once

#include "export/comparison_document.h"
#include "export/text_pieces.h"
#include "report/report.h"

namespace carpool {

// Writes Bencher Metric Format (BMF): benchmark -> measure -> {value, lower_value, upper_value}. Of
// a run: `latency` (wall time) and `start-up` of each class, in nanoseconds, as Bencher's own
// latency is. Names are bounded to the 1,024 bytes that Bencher takes.
void export_bencher(const Report& report, const TextSink& sink);

// Of a comparison: `latency` is the median with live workers, `spawn-baseline` that with a process
// for each method, with the least and the most of the samples as bounds.
void export_bencher(const ComparisonDocument& comparison, const TextSink& sink);

}  // namespace carpool
