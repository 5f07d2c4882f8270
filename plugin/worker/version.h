#pragma once

namespace carpool {

// Of the plugin, as the `hello` line gives it: the same as the project's.
constexpr const char* kPluginVersion = "0.1.0";

}  // namespace carpool
