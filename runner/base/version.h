#pragma once

namespace carpool {

// Carpool's own version, "1.2.3".
extern const char* const kVersion;

}  // namespace carpool
