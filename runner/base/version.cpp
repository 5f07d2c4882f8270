#include "base/version.h"

namespace carpool {

const char* const kVersion = CARPOOL_VERSION;

}  // namespace carpool
