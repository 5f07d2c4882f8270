#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "broker/broker_request.h"
#include "broker/broker_sockets.h"
#include "broker/run_record_request.h"
#include "exec/patience_posix.h"

namespace carpool {
namespace {

bool send_all(const FileDescriptor& socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

// Everything up to the end of the connection, or to the last frame.
class Answer {
 public:
  // False where no more frames come.
  bool feed(std::string_view bytes) {
    bytes_.append(bytes);
    exec::FrameHeader header;
    while (bytes_.size() >= sizeof header) {
      std::memcpy(&header, bytes_.data(), sizeof header);
      if (bytes_.size() < sizeof header + header.size) return true;
      take(header.kind, bytes_.substr(sizeof header, header.size));
      bytes_.erase(0, sizeof header + header.size);
      if (is_complete) return false;
    }
    return true;
  }

  ClosedRecord record{.troubles = {}, .red = true};
  bool is_complete = false;

 private:
  void take(std::uint32_t kind, const std::string& text) {
    if (kind == exec::kOutput) record.troubles += text;
    if (kind == exec::kRefused) record.troubles += "carpool: " + text + "\n";
    if (kind == exec::kExit) record.red = text != "0";
    is_complete = kind == exec::kExit || kind == exec::kRefused;
  }

  std::string bytes_;
};

}  // namespace

std::optional<ClosedRecord> close_record_of_own_broker(const std::filesystem::path& results) {
  BrokerRequest request{.what = BrokerRequest::What::kFinish, .manifest = results};
  const FileDescriptor broker = connect_to_own_broker(request.ctest);
  if (!broker) return std::nullopt;
  Answer answer;
  bool more = send_all(broker, encode(request));
  while (more) {
    // A worker's tear-down has limits of its own, by which the broker holds.
    pollfd waiting{.fd = broker.number(), .events = POLLIN, .revents = 0};
    const auto patience = static_cast<int>(exec::patience_seconds() * 1'000);
    if (poll(&waiting, 1, patience) == 0) {
      if (exec::answers(request.ctest)) continue;
      break;
    }
    std::array<char, 4096> buffer;
    const ssize_t got = recv(broker.number(), buffer.data(), buffer.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    more = got > 0 && answer.feed(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
  }
  if (!answer.is_complete) answer.record.troubles += "carpool: the broker was lost\n";
  return answer.record;
}

}  // namespace carpool
