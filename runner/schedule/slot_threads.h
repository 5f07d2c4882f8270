#pragma once

namespace carpool {

// What the threads of a run with several slots have to do. Plain C: who calls it may be a module
// that brings a C++ library of its own, so that neither objects nor exceptions may cross. None
// throws.
struct SlotWork {
  void* run;                      // handed to the next three
  void (*announce)(void* run);    // once, before any `serve`, beside `own`: it may wait for that
  void (*serve)(void* run);       // once for each slot, each on a thread of its own, all at once
  void (*own)(void* run);         // once, on the caller's thread, beside the others
  void (*fail)(const char* why);  // where a thread cannot be had; does not return
};

// Calls all of them, `slots` >= 2 times `serve`, and returns when they have returned. Throws
// CannotRun where what carries the threads cannot be loaded. Two implementations: oneTBB linked
// (slot_threads_tbb.cpp), and oneTBB in a module that is loaded now
// (slot_threads_module_posix.cpp).
void run_on_slots(int slots, const SlotWork& work);

}  // namespace carpool
