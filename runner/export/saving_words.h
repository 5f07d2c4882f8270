#pragma once

#include <string>

#include "export/comparison_document.h"
#include "report/report.h"

namespace carpool {

// A measured saving: "88.0 % (87.4 to 89.4)", "9.7 % lost (5.0 to 12.0)", or "not established
// (-57.4 to 56.4 %)".
std::string saving_in_words(const ComparedDocumentTimes& times);

// An estimated one, said to be so: "85.4 % (estimated)".
std::string saving_in_words(const SpawnEstimate& estimate);

}  // namespace carpool
