#pragma once

namespace carpool {

// Remembers the calling process as the worker and gives its id. Called once, before any thread can
// fork.
long remember_worker_process();

// Whether this is a process that was forked from the worker: such a process must neither speak to
// the runner nor mark the output. Safe in signal handlers; costs no system call where the kernel
// can wipe memory on fork.
bool in_forked_child();

// The same by asking the kernel, which also tells a vfork()ed child apart. For signal handlers.
bool is_worker_process();

}  // namespace carpool
