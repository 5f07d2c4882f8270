#pragma once

#include "export/comparison_document.h"
#include "export/text_pieces.h"
#include "report/report.h"

namespace carpool {

// Writes the JSON that Google Benchmark's `--benchmark_format=json` gives, so that its compare.py
// reads it. Of a comparison: every raw repetition, named "<target>.<Class>/spawn" and
// ".../continuous": `compare.py filters <file> spawn <file> continuous` compares both sides by a U
// test, `compare.py benchmarks` the same side of two files. Carpool measures no processor time:
// `cpu_time` repeats `real_time`. Times are nanoseconds.
void export_google_benchmark(const ComparisonDocument& comparison, const TextSink& sink);

// Of a run: a single repetition of each class and of each method that passed.
void export_google_benchmark(const Report& report, const TextSink& sink);

}  // namespace carpool
