#include "archive/run_catalogue.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "archive/compact_json.h"
#include "base/status.h"

namespace carpool {
namespace {

std::string text_of(const Digest& digest) {
  const auto name = digest.make();
  return std::string(name.name, Digest::Name::kSize);
}

void add_number(Digest& digest, std::int64_t number) {
  digest.add(static_cast<std::uint64_t>(number));
}

// How much of its run a report has seen: one that was made before the run had ended less than the
// finished one, as the runner was still at work, or a killed one's other half had not been seen.
std::pair<bool, std::int64_t> extent(const CataloguedRun& run) {
  return {!run.run.interrupted, run.run.interrupted ? run.run.wall_ns : 0};
}

// Which of two reports that say the same stands: the least.
auto precedence(const CataloguedRun& run) {
  return std::tuple(run.place.kind != ReportPlace::Kind::kArchiveLine, std::string_view(run.digest),
                    run.place.in_words());
}

Error contradiction(const CataloguedRun& one, const CataloguedRun& other, std::size_t more) {
  const std::string host = one.run.host_name.empty() ? "" : " of " + one.run.host_name;
  const std::string others =
      more == 0 ? "" : " (and so it is with " + std::to_string(more) + " more)";
  return Error{"two different reports claim to be of run " + one.run.id + host + ": " +
               one.place.in_words() + " and " + other.place.in_words() +
               "; name only the one that is right" + others};
}

}  // namespace

std::string report_digest(std::string_view compact_report) {
  Digest digest;
  digest.add(compact_report);
  return text_of(digest);
}

void RunFingerprint::add(const SeenClass& of_class) {
  digest_.add(of_class.target);
  digest_.add(of_class.name);
  digest_.add(to_word(of_class.status));
  add_number(digest_, std::ssize(of_class.methods));
  for (const SeenMethod& method : of_class.methods) {
    digest_.add(method.name);
    digest_.add(to_word(method.status));
    add_number(digest_, method.duration_ns);
    add_number(digest_, std::ssize(method.earlier));
    for (const SeenAttempt& attempt : method.earlier) digest_.add(to_word(attempt.status));
  }
}

std::string RunFingerprint::text() const { return text_of(digest_); }

void RunCatalogue::add(SeenRun run, const RunFingerprint& fingerprint, ReportPlace place,
                       std::string_view report) {
  const std::string compact = compact_json(report);
  RunIdentity identity{.host_name = run.host_name, .id = run.id};
  CataloguedRun added{.run = std::move(run),
                      .place = std::move(place),
                      .fingerprint = fingerprint.text(),
                      .digest = report_digest(compact),
                      .bytes = compact.size()};
  const auto [known, is_new] = indices_.try_emplace(std::move(identity), runs_.size());
  if (is_new) {
    runs_.push_back(std::move(added));
    return;
  }
  CataloguedRun& there = runs_[known->second];
  if (extent(added) < extent(there)) return;
  if (extent(there) < extent(added)) {
    contradictions_.erase(known->second);
    there = std::move(added);
    return;
  }
  if (there.fingerprint != added.fingerprint) {
    contradictions_[known->second].push_back(std::move(added));
  } else if (precedence(added) < precedence(there)) {
    there = std::move(added);
  }
}

Result<void> RunCatalogue::check() const {
  for (const auto& [identity, index] : indices_) {
    const auto found = contradictions_.find(index);
    if (found == contradictions_.end()) continue;
    std::vector<const CataloguedRun*> claims{&runs_[index]};
    for (const CataloguedRun& claim : found->second) claims.push_back(&claim);
    // One for each of the contradicting contents, the same whatever came first.
    const auto content = [](const CataloguedRun* claim) -> const std::string& {
      return claim->fingerprint;
    };
    std::ranges::sort(claims, {}, [&](const CataloguedRun* claim) {
      return std::pair(std::string_view(content(claim)), precedence(*claim));
    });
    const auto again = std::ranges::unique(claims, {}, content);
    claims.erase(again.begin(), again.end());
    std::ranges::sort(claims, {},
                      [](const CataloguedRun* claim) { return claim->place.in_words(); });
    return contradiction(*claims[0], *claims[1], contradictions_.size() - 1);
  }
  return {};
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
