#pragma once

#include "dashboard/page.h"

namespace carpool {

// Keeps the first of what was given more than once, and notes that on the page: a run by its id
// (its folder and its report.json are one run), everything else by the file or folder that it comes
// from. Two comparisons of one target are two: before and after a change, say.
void keep_distinct_documents(Page& page);

}  // namespace carpool
