#pragma once

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "archive/report_place.h"
#include "archive/seen_run.h"
#include "base/result.h"

namespace carpool {

// What tells a run from every other, on any machine.
struct RunIdentity {
  std::string host_name;
  std::string id;

  auto operator<=>(const RunIdentity&) const = default;
};

struct CataloguedRun {
  SeenRun run;
  ReportPlace place;
  std::string digest;       // of the report without its layout
  std::uint64_t bytes = 0;  // of the report without its layout
};

// Runs out of many places, each once. What comes out of it does not depend on the order in which
// runs are added: the same report twice is one run, a finished report takes the place of the one
// that was made while the run was still under way, and everything else is a contradiction.
class RunCatalogue {
 public:
  enum class Outcome { kNew, kKnown, kTookPlace };

  // `report`: its JSON. An error names both
  // places where two different reports claim to be of one run.
  Result<Outcome> add(SeenRun run, ReportPlace place, std::string_view report);

  std::size_t index_of(const RunIdentity& identity) const { return indices_.at(identity); }
  const std::vector<CataloguedRun>& runs() const { return runs_; }

  // The runs' indices by started_at, host name and id, the oldest first.
  std::vector<std::size_t> in_order() const;

 private:
  std::map<RunIdentity, std::size_t> indices_;
  std::vector<CataloguedRun> runs_;
};

// Of a report without its layout.
std::string report_digest(std::string_view compact_report);

}  // namespace carpool
