#pragma once

#include <cstdint>
#include <string>

#include "export/comparison_document.h"
#include "report/report.h"

namespace carpool {

// A measured saving: "88.0 % (87.4 to 89.4)", "9.7 % lost (5.0 to 12.0)", or "not established
// (-57.4 to 56.4 %)".
std::string saving_in_words(const ComparedDocumentTimes& times);

// What the time of a process each rests on where it is estimated: "estimated from 4 of 1000
// methods, standard error 1.3 %"; "" where it is measured.
std::string basis_in_words(const ComparedDocumentTimes& times, std::int64_t methods_run_apart,
                           std::int64_t methods);

// An estimated one, said to be so: "85.4 % (estimated)".
std::string saving_in_words(const SpawnEstimate& estimate);

}  // namespace carpool
