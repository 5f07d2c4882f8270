#include <sys/epoll.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "process/hang_up_order.h"

namespace carpool {

Result<HangUpOrder> HangUpOrder::open() {
  FileDescriptor events(epoll_create1(EPOLL_CLOEXEC));
  if (!events) return Error{std::string("cannot watch sockets (epoll): ") + std::strerror(errno)};
  return HangUpOrder(std::move(events));
}

// The kernel lists sockets in the order of their events. Only of hang-ups: one that had something
// to say before would stand before those that ended first. Once each, so that it leaves the list.
void HangUpOrder::watch(int socket, std::size_t index) {
  epoll_event event{.events = EPOLLRDHUP | EPOLLONESHOT, .data = {.u64 = index}};
  // Where the kernel grants no more, the order is that of looking.
  epoll_ctl(events_.number(), EPOLL_CTL_ADD, socket, &event);
}

std::vector<std::size_t> HangUpOrder::take() {
  std::vector<std::size_t> order;
  std::array<epoll_event, 16> events;
  for (;;) {
    const int count = epoll_wait(events_.number(), events.data(), events.size(), 0);
    for (int i = 0; i < count; ++i) order.push_back(events[static_cast<std::size_t>(i)].data.u64);
    if (count < static_cast<int>(events.size())) return order;
  }
}

}  // namespace carpool
