#pragma once

#include "export/text_pieces.h"
#include "report/report.h"

namespace carpool {

// Writes the report in the Common Test Report Format (CTRF, specification 0.0). Every red status is
// `failed`, not_run as well, so that no reader takes it for green; skipped and disabled are
// `skipped`; flaky is `passed` with `flaky` set. `rawStatus` holds Carpool's own word. Durations
// are whole milliseconds there; `extra` has nanoseconds.
void export_ctrf(const Report& report, const TextSink& sink);

}  // namespace carpool
