#include "report/timeline_layout.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace carpool {
namespace {

// Between two methods pass some microseconds. Shown, they would double a large timeline and tell
// nothing.
constexpr std::int64_t kShortestIdle_ns = 50'000;

// A span ends where the next begins at the latest.
void push_apart(std::vector<TimelineSpan>& spans) {
  std::int64_t next_begins = INT64_MAX;
  for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
    const std::int64_t duration = span->end_ns - span->begin_ns;
    span->end_ns = std::min(span->end_ns, next_begins);
    span->begin_ns = std::max<std::int64_t>(span->end_ns - duration, 0);
    next_begins = span->begin_ns;
  }
}

}  // namespace

void lay_out(std::vector<TimelineSpan>& spans) {
  push_apart(spans);
  std::vector<TimelineSpan> with_gaps;
  with_gaps.reserve(spans.size());
  for (TimelineSpan& span : spans) {
    if (!with_gaps.empty()) {
      const TimelineSpan& before = with_gaps.back();
      if (span.begin_ns - before.end_ns >= kShortestIdle_ns) {
        with_gaps.push_back({.kind = SpanKind::kIdle,
                             .begin_ns = before.end_ns,
                             .end_ns = span.begin_ns,
                             .class_index = before.class_index});
      }
    }
    with_gaps.push_back(std::move(span));
  }
  spans = std::move(with_gaps);
}

}  // namespace carpool
