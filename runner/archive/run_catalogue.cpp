#include "archive/run_catalogue.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "archive/compact_json.h"
#include "base/digest.h"

namespace carpool {
namespace {

// Whether the first was made before the run had ended and the second later: the runner was still at
// work, or a killed one's other half had not been seen.
bool gives_way(const CataloguedRun& one, const CataloguedRun& other) {
  if (one.run.interrupted != other.run.interrupted) return one.run.interrupted;
  return one.run.interrupted && one.run.wall_ns < other.run.wall_ns;
}

Error contradiction(const CataloguedRun& one, const CataloguedRun& other) {
  const std::string host = one.run.host_name.empty() ? "" : " of " + one.run.host_name;
  return Error{"two different reports claim to be of run " + one.run.id + host + ": " +
               one.place.in_words() + " and " + other.place.in_words() +
               "; name only the one that is right"};
}

}  // namespace

std::string report_digest(std::string_view compact_report) {
  Digest digest;
  digest.add(compact_report);
  const auto name = digest.make();
  return std::string(name.name, Digest::Name::kSize);
}

Result<RunCatalogue::Outcome> RunCatalogue::add(SeenRun run, ReportPlace place,
                                                std::string_view report) {
  const std::string compact = compact_json(report);
  RunIdentity identity{.host_name = run.host_name, .id = run.id};
  CataloguedRun added{.run = std::move(run),
                      .place = std::move(place),
                      .digest = report_digest(compact),
                      .bytes = compact.size()};
  const auto [known, is_new] = indices_.try_emplace(std::move(identity), runs_.size());
  if (is_new) {
    runs_.push_back(std::move(added));
    return Outcome::kNew;
  }
  CataloguedRun& there = runs_[known->second];
  if (there.digest == added.digest || gives_way(added, there)) return Outcome::kKnown;
  if (!gives_way(there, added)) return contradiction(there, added);
  there = std::move(added);
  return Outcome::kTookPlace;
}

std::vector<std::size_t> RunCatalogue::in_order() const {
  std::vector<std::size_t> order(runs_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [this](std::size_t left, std::size_t right) {
    const auto key = [this](std::size_t index) {
      const SeenRun& run = runs_[index].run;
      return std::tie(run.started_at_ns, run.host_name, run.id);
    };
    return key(left) < key(right);
  });
  return order;
}

}  // namespace carpool
