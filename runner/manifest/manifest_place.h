#pragma once

namespace carpool {

// For messages about a manifest that was not given or is not there.
inline constexpr char kWhereManifestsAre[] =
    "a target's manifest is carpool.tests/<target>/manifest.json in the build folder, "
    "below its subdirectory where a subdirectory's CMakeLists.txt makes the target; where the "
    "generator builds several configurations, carpool.tests/<target>/<configuration>/manifest.json";

}  // namespace carpool
