#pragma once

#include "schedule/slot_threads.h"

// The one function of the module libcarpool-threads.so, which holds slot_threads_tbb.cpp. As
// carpool::run_on_slots(), but whatever is thrown inside ends in work->fail.
extern "C" void carpool_run_on_slots(int slots, const carpool::SlotWork* work);
