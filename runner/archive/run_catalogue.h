#pragma once

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "archive/report_place.h"
#include "archive/seen_run.h"
#include "base/digest.h"
#include "base/result.h"

namespace carpool {

// What tells a run from every other, on any machine.
struct RunIdentity {
  std::string host_name;
  std::string id;

  auto operator<=>(const RunIdentity&) const = default;
};

// What a report says that comes from the run's journals and nothing else: verdicts and durations.
// Reports of one run that were made by other versions of Carpool, or of a copy in another place,
// have the same: what a Carpool computes of it, paths and reasons are left out.
class RunFingerprint {
 public:
  void add(const SeenClass& of_class);
  std::string text() const;

 private:
  Digest digest_;
};

struct CataloguedRun {
  SeenRun run;
  ReportPlace place;
  std::string fingerprint;
  std::string digest;       // of the report without its layout
  std::uint64_t bytes = 0;  // of the report without its layout
};

// Runs out of many places, each once. What comes out of it does not depend on the order in which
// runs are added. Of two reports of one run the finished one stands, and of two that were made
// while it was under way the later one. Of two that say the same that of an archive does, so that a
// run stays as it was archived. Any other two contradict each other.
class RunCatalogue {
 public:
  // `report`: its JSON.
  void add(SeenRun run, const RunFingerprint& fingerprint, ReportPlace place,
           std::string_view report);

  // To be asked once all runs have been added: an error that names both places where two reports
  // contradict each other.
  Result<void> check() const;

  const std::vector<CataloguedRun>& runs() const { return runs_; }

  // The runs' indices by started_at, host name and id, the oldest first.
  std::vector<std::size_t> in_order() const;

 private:
  std::map<RunIdentity, std::size_t> indices_;
  std::vector<CataloguedRun> runs_;
  // Of each run, by index: what else claims to be of it, no less than what stands.
  std::map<std::size_t, std::vector<CataloguedRun>> contradictions_;
};

// Of a report without its layout.
std::string report_digest(std::string_view compact_report);

}  // namespace carpool
