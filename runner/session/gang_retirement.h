#pragma once

#include "session/live_gang.h"

namespace carpool {

// Sees all ranks out in good order, as retire_worker() does one. Where a rank goes wrong, the
// others have the peers' grace to come to their end too.
void retire_gang(LiveGang& gang, GangLauncher& launcher, ClassRun& run, const std::string& how,
                 const SessionContext& context);

// Lets all ranks tear down the fixture of their class. The gang is gone afterwards if that went
// wrong in one.
void tear_down_gang(LiveGang& gang, GangLauncher& launcher, ClassRun& run,
                    const SessionContext& context);

}  // namespace carpool
