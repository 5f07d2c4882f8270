#pragma once

#include "export/text_pieces.h"
#include "report/timeline.h"

namespace carpool {

// Writes the timeline in the Trace Event Format of Chrome, as a JSON object, which Perfetto and
// chrome://tracing open: a process for each target, a thread for each worker or rank, a complete
// event (`ph` "X") for each span with `ts` and `dur` in microseconds. Names may hold any bytes.
void export_chrome_trace(const Timeline& timeline, const TextSink& sink);

}  // namespace carpool
