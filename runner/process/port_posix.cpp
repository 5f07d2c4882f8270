#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <utility>

#include "process/port.h"
#include "process/process_table_posix.h"

namespace carpool {
namespace {

constexpr int kFirstPort = 10'000;  // well-known services are below
constexpr int kLastPort = 65'535;
constexpr int kLeastRoom = 2'000;
constexpr int kAttempts = 1'000;

struct PortRange {
  int first;
  int last;
};

// Below the kernel's own range, or above it; the whole where that leaves too little.
PortRange usable_ports() {
  std::ifstream file("/proc/sys/net/ipv4/ip_local_port_range");
  int first = 0;
  int last = 0;
  if (!(file >> first >> last)) return {kFirstPort, kLastPort};
  if (first - kFirstPort >= kLeastRoom) return {kFirstPort, first - 1};
  if (kLastPort - last >= kLeastRoom) return {last + 1, kLastPort};
  return {kFirstPort, kLastPort};
}

// The name is taken for as long as the descriptor is open. Ports and abstract names belong to the
// same network namespace.
FileDescriptor claim(int port) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = "carpool-port-" + std::to_string(port);
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  FileDescriptor descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!descriptor) return {};
  if (bind(descriptor.number(), reinterpret_cast<const sockaddr*>(&address), size) != 0) return {};
  return descriptor;
}

bool can_bind(int family, const sockaddr* address, socklen_t size) {
  const FileDescriptor descriptor(socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!descriptor) return errno == EAFNOSUPPORT;
  return bind(descriptor.number(), address, size) == 0 || errno == EADDRNOTAVAIL;
}

// On all addresses, of both versions of IP.
bool is_free(int port) {
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_addr.s_addr = htonl(INADDR_ANY);
  v4.sin_port = htons(static_cast<std::uint16_t>(port));
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = v4.sin_port;
  return can_bind(AF_INET, reinterpret_cast<const sockaddr*>(&v4), sizeof v4) &&
         can_bind(AF_INET6, reinterpret_cast<const sockaddr*>(&v6), sizeof v6);
}

// The inode of a socket that listens at the port, out of a table as /proc/net/tcp has it: local
// address and port in hexadecimal, 0A for LISTEN.
std::optional<std::string> listening_inode(const char* table, int port) {
  std::ifstream file(table);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string number, local, remote, state, queues, timer, retransmits, user, timeout, inode;
    fields >> number >> local >> remote >> state >> queues >> timer >> retransmits >> user >>
        timeout >> inode;
    const std::size_t colon = local.rfind(':');
    if (state != "0A" || colon == std::string::npos) continue;
    if (std::strtol(local.c_str() + colon + 1, nullptr, 16) == port) return inode;
  }
  return std::nullopt;
}

bool holds(std::int64_t process, const std::string& inode) {
  const std::string wanted = "socket:[" + inode + "]";
  std::error_code trouble;
  const std::filesystem::path directory = "/proc/" + std::to_string(process) + "/fd";
  for (std::filesystem::directory_iterator entry(directory, trouble), end; !trouble && entry != end;
       entry.increment(trouble)) {
    std::error_code gone;
    if (std::filesystem::read_symlink(entry->path(), gone).string() == wanted) return true;
  }
  return false;
}

// Those processes and all that descends from them.
std::vector<std::int64_t> with_descendants(std::vector<std::int64_t> processes,
                                           const std::vector<ProcessEntry>& table) {
  for (std::size_t i = 0; i < processes.size(); ++i) {
    for (const ProcessEntry& entry : table) {
      if (entry.parent == processes[i]) processes.push_back(entry.id);
    }
  }
  return processes;
}

}  // namespace

Result<ReservedPort> ReservedPort::take() {
  const PortRange range = usable_ports();
  std::random_device random;
  std::uniform_int_distribution<int> any(range.first, range.last);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const int port = any(random);
    FileDescriptor claimed = claim(port);
    if (claimed && is_free(port)) return ReservedPort(port, std::move(claimed));
  }
  return Error{"cannot find a free TCP port between " + std::to_string(range.first) + " and " +
               std::to_string(range.last) + " for MASTER_PORT"};
}

std::string foreign_listener(int port, const std::vector<std::int64_t>& own,
                             const std::string& mark) {
  auto inode = listening_inode("/proc/net/tcp", port);
  if (!inode) inode = listening_inode("/proc/net/tcp6", port);
  if (!inode) return {};
  const std::vector<ProcessEntry> table = process_table();
  for (const std::int64_t process : with_descendants(own, table)) {
    if (holds(process, *inode)) return {};
  }
  for (const ProcessEntry& entry : table) {
    if (!holds(entry.id, *inode)) continue;
    const bool left_its_parent = !mark.empty() && environment_holds(entry.id, mark);
    return left_its_parent ? "" : describe(entry);
  }
  return "a process of somebody else's";
}

}  // namespace carpool
