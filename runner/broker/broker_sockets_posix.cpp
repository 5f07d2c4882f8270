#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/version.h"
#include "broker/broker_sockets.h"
#include "exec/broker_connection_posix.h"
#include "exec/ctest_process_posix.h"

namespace carpool {
namespace {

exec::Address address_for(const exec::CtestProcess& ctest) {
  return exec::address_of_ctest(kVersion, geteuid(), exec::find_name_space().text, ctest);
}

}  // namespace

FileDescriptor listen_for_ctest(const exec::CtestProcess& ctest) {
  return FileDescriptor(exec::listen_at(address_for(ctest)));
}

FileDescriptor listen_warm(const std::filesystem::path& manifest) {
  return FileDescriptor(exec::listen_at(
      exec::warm_address(kVersion, geteuid(), exec::find_name_space().text, manifest.c_str())));
}

FileDescriptor inherited_listener() {
  int listens = 0;
  socklen_t size = sizeof listens;
  const bool is_one =
      getsockopt(exec::kListener, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens != 0;
  if (!is_one) return {};
  fcntl(exec::kListener, F_SETFD, FD_CLOEXEC);
  return FileDescriptor(exec::kListener);
}

FileDescriptor connect_to_own_broker(exec::CtestProcess& ctest) {
  ctest = exec::find_ctest();
  return FileDescriptor(exec::connect_to(address_for(ctest)));
}

FileDescriptor watch_process(const exec::CtestProcess& process) {
  return FileDescriptor(
      static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(process.process_id), 0)));
}

}  // namespace carpool
