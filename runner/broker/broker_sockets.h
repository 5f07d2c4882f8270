#pragma once

#include <filesystem>

#include "exec/wire.h"
#include "process/file_descriptor.h"

namespace carpool {

// The sockets by which brokers are found, for those who are no client: see exec/wire.h.

FileDescriptor listen_for_ctest(const exec::CtestProcess& ctest);
FileDescriptor listen_warm(const std::filesystem::path& manifest);

// The socket that this process was given to listen at, as a broker; nothing where it was given
// none.
FileDescriptor inherited_listener();

// Connected to the broker of the ctest above this process; nothing where it has none.
FileDescriptor connect_to_own_broker(exec::CtestProcess& ctest);

// Readable for poll() once that process is gone; nothing where it is gone already.
FileDescriptor watch_process(const exec::CtestProcess& process);

}  // namespace carpool
