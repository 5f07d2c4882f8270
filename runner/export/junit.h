#pragma once

#include "export/text_pieces.h"
#include "report/report.h"

namespace carpool {

// Writes the report as JUnit XML in the dialect of Maven Surefire, which Jenkins, GitLab and most
// others read: a testsuite for each class with its times as properties, a testcase for each method.
// A red attempt is a `failure` (an assertion) or an `error` (whatever else), further ones are
// `rerunFailure` and `rerunError`; of a flaky method `flakyFailure` and `flakyError`. Skipped and
// disabled are `skipped`; not_run and interrupted are `error`: never green. What is red beyond the
// methods is a testcase of its own, named in brackets. Standard output and error are captured as
// one stream, so all of it is `system-out`.
void export_junit(const Report& report, const TextSink& sink);

}  // namespace carpool
