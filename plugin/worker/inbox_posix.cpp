#include "inbox_posix.h"

#include <utility>

namespace carpool {
namespace {

bool is_request(const protocol::Message& message) {
  return message.word == "run" || message.word == "tear_down" || message.word == "retire";
}

}  // namespace

bool Inbox::receive_request(Channel& channel, protocol::Message& request) {
  std::unique_lock<std::mutex> lock(mutex_);
  main_waits_ = true;
  changed_.wait(lock, [this] { return !requests_.empty() || !is_read_; });
  bool received = true;
  if (!requests_.empty()) {
    request = std::move(requests_.front());
    requests_.pop_front();
  } else {
    is_read_ = true;
    lock.unlock();
    received = channel.receive(request);
    lock.lock();
    is_read_ = false;
  }
  main_waits_ = false;
  changed_.notify_all();
  return received;
}

Inbox::Call::Call(Inbox& inbox) : inbox_(inbox) {
  std::unique_lock<std::mutex> lock(inbox_.mutex_);
  inbox_.changed_.wait(lock, [this] { return !inbox_.is_read_ && !inbox_.main_waits_; });
  inbox_.is_read_ = true;
}

Inbox::Call::~Call() {
  const std::lock_guard<std::mutex> lock(inbox_.mutex_);
  inbox_.is_read_ = false;
  inbox_.changed_.notify_all();
}

bool Inbox::Call::receive(Channel& channel, protocol::Message& answer) {
  while (channel.receive(answer)) {
    if (!is_request(answer)) return true;
    const std::lock_guard<std::mutex> lock(inbox_.mutex_);
    inbox_.requests_.push_back(std::move(answer));
    inbox_.changed_.notify_all();
  }
  return false;
}

}  // namespace carpool
