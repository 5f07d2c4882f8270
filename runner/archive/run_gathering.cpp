#include "archive/run_gathering.h"

#include <utility>

namespace carpool {
namespace {

class Gathering {
 public:
  explicit Gathering(const GatheringChoice& choice) : choice_(choice) {}

  Result<void> add(const std::filesystem::path& given) {
    const auto places = report_places(given);
    if (!places) return places.error();
    if (places->empty()) gathered_.empty.push_back(given);
    for (const ReportPlace& place : *places) {
      if (choice_.leave_out_growing && may_grow(place)) {
        gathered_.growing.push_back(place.in_words());
        continue;
      }
      if (auto added = add_run(place); !added) return added;
    }
    return {};
  }

  Result<GatheredRuns> take() {
    if (const auto sound = gathered_.catalogue.check(); !sound) return sound.error();
    return std::move(gathered_);
  }

 private:
  Result<void> add_run(const ReportPlace& place) {
    const auto text = report_text(place);
    if (!text) return note(place, text.error());
    RunFingerprint fingerprint;
    auto run = read_seen_run(*text, [&](const SeenClass& of_class) { fingerprint.add(of_class); });
    if (!run) return note(place, run.error());
    gathered_.catalogue.add(std::move(*run), fingerprint, place, *text);
    return {};
  }

  // A report.json that was named itself is all that the user asked for of it.
  Result<void> note(const ReportPlace& place, const Error& error) {
    const Error named = error.within(place.in_words());
    if (place.kind == ReportPlace::Kind::kReportFile) return named;
    gathered_.unread.push_back({.place = place, .why = named.message});
    return {};
  }

  const GatheringChoice& choice_;
  GatheredRuns gathered_;
};

}  // namespace

Result<GatheredRuns> gather_runs(const std::vector<std::filesystem::path>& given,
                                 const GatheringChoice& choice) {
  Gathering gathering(choice);
  for (const auto& path : given) {
    if (const auto added = gathering.add(path); !added) return added.error();
  }
  return gathering.take();
}

}  // namespace carpool
