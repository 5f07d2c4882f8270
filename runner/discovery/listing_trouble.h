#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "discovery/listing_process.h"

namespace carpool {

// Why this run gave no test list, with what the program printed and the mend; nullopt where it did.
std::optional<Error> listing_trouble(const ListingRun& run, const TargetManifest& manifest);

// What a person should know about a run that did give one: it crashed or hung after listing, or
// there was nothing to list. Empty for nothing.
std::string listing_warning(const ListingRun& run, const TargetManifest& manifest);

}  // namespace carpool
