#pragma once

#include <cstddef>

namespace carpool {

// Duplicates `descriptor` to a high number, close-on-exec, so that tests which expect the lowest
// free descriptors, or close a range of low ones, meet none of the plugin's. Returns -1 on failure.
int duplicate_high(int descriptor);

// duplicate_high(), and closes the original. Returns the original, made close-on-exec, where there
// is no room above.
int move_high(int descriptor);

// Whether a call that failed with `errno` on this descriptor may be tried again: after an
// interruption at once, on a non-blocking descriptor when one of the poll() events has come.
bool may_retry(int descriptor, short events);

// Writes all bytes, waiting where the descriptor is non-blocking. Safe in signal handlers.
bool write_all(int descriptor, const char* bytes, std::size_t size);

// Sends all bytes through a socket without ever raising SIGPIPE. Safe in signal handlers.
bool send_all(int socket, const char* bytes, std::size_t size);

// Waits for a descriptor that the runner passes through the socket, and makes it standard output
// and standard error. False where none comes.
bool take_standard_output(int socket);

}  // namespace carpool
