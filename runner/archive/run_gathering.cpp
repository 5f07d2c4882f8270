#include "archive/run_gathering.h"

#include <utility>

namespace carpool {
namespace {

class Gathering {
 public:
  Gathering(const GatheringChoice& choice, const VisitRun& visit)
      : choice_(choice), visit_(visit) {}

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

  GatheredRuns take() { return std::move(gathered_); }

 private:
  Result<void> add_run(const ReportPlace& place) {
    const auto text = report_text(place);
    if (!text) return note(place, text.error());
    std::vector<SeenClass> classes;
    auto run =
        read_seen_run(*text, [&](SeenClass of_class) { classes.push_back(std::move(of_class)); });
    if (!run) return note(place, run.error());
    const RunIdentity identity{.host_name = run->host_name, .id = run->id};
    const auto outcome = gathered_.catalogue.add(std::move(*run), place, *text);
    if (!outcome) return outcome.error();
    if (*outcome != RunCatalogue::Outcome::kKnown && visit_) {
      visit_(gathered_.catalogue.index_of(identity), std::move(classes));
    }
    return {};
  }

  // A report.json that was named itself is all that the user asked for of it.
  Result<void> note(const ReportPlace& place, const Error& error) {
    const Error named = error.within(place.in_words());
    if (place.kind == ReportPlace::Kind::kReportFile) return named;
    gathered_.problems.push_back(named.message);
    return {};
  }

  const GatheringChoice& choice_;
  const VisitRun& visit_;
  GatheredRuns gathered_;
};

}  // namespace

Result<GatheredRuns> gather_runs(const std::vector<std::filesystem::path>& given,
                                 const GatheringChoice& choice, const VisitRun& visit) {
  Gathering gathering(choice, visit);
  for (const auto& path : given) {
    if (const auto added = gathering.add(path); !added) return added.error();
  }
  return gathering.take();
}

}  // namespace carpool
