#include "broker/request_settings.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/digest.h"

namespace carpool {
namespace {

constexpr std::string_view kKeepWarm = "CARPOOL_KEEP_WARM";

std::string_view variable_of(const BrokerRequest& request, std::string_view name) {
  for (const std::string_view entry : request.environment) {
    if (entry.starts_with(name) && entry.substr(name.size()).starts_with('=')) {
      return entry.substr(name.size() + 1);
    }
  }
  return {};
}

std::chrono::seconds seconds_from(std::string_view text) {
  std::int64_t seconds = 0;
  std::from_chars(text.data(), text.data() + text.size(), seconds);
  return std::chrono::seconds(std::clamp<std::int64_t>(seconds, 0, 86'400));
}

}  // namespace

std::string workers_key(const KnownTarget& target, const BrokerRequest& request,
                        bool watched_by_ctest) {
  Digest digest;
  digest.add(request.manifest.string());
  digest.add(target.stamp());
  digest.add(request.directory.string());
  digest.add(watched_by_ctest ? "ctest" : "");
  for (const std::string& variable : request.environment) {
    const bool is_the_brokers_alone = variable.starts_with(std::string(kKeepWarm) + "=");
    if (!is_the_brokers_alone) digest.add(variable);
  }
  const Digest::Name key = digest.make();
  return std::string(key.name, Digest::Name::kSize);
}

std::chrono::seconds keep_warm_of(const BrokerRequest& request) {
  return seconds_from(variable_of(request, kKeepWarm));
}

}  // namespace carpool
