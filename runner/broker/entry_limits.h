#pragma once

#include <chrono>
#include <optional>

#include "broker/entry_book.h"
#include "manifest/target_manifest.h"
#include "process/stop_signal.h"

namespace carpool {

// How long the methods of one ctest may run. CTest ends an entry at its limit by killing the
// client, which says nothing of why.
struct EntryLimits {
  std::optional<std::chrono::milliseconds> of_ctest;  // --timeout
  bool is_sure = true;                                // false: a preset may have set another

  // The limit that the broker has to keep, since CTest keeps none. `entry`: null where it is not
  // known.
  std::optional<std::chrono::milliseconds> left_to_us(const EntryBook::Entry* entry,
                                                      const TargetManifest& manifest) const;

  // Why a client is gone after so long.
  StopReason why_gone(const EntryBook::Entry* entry, const TargetManifest& manifest,
                      std::chrono::nanoseconds elapsed) const;
};

// The reason of a method that has used up such a limit.
StopReason time_is_up(std::chrono::milliseconds limit);

}  // namespace carpool
