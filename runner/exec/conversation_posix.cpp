#include "exec/conversation_posix.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "exec/entry_output_posix.h"
#include "exec/patience_posix.h"

extern char** environ;

namespace carpool::exec {
namespace {

constexpr std::size_t kBufferSize = 64u << 10;

// Gathers what is sent, so that a request is one system call or two.
class Sender {
 public:
  explicit Sender(int connected) : connected_(connected) {}

  void add(const void* bytes, std::size_t size) {
    const char* at = static_cast<const char*>(bytes);
    while (size > 0) {
      const std::size_t taken = size < kBufferSize - filled_ ? size : kBufferSize - filled_;
      std::memcpy(buffer_ + filled_, at, taken);
      filled_ += taken;
      at += taken;
      size -= taken;
      if (filled_ == kBufferSize) flush();
    }
  }
  void add_string(const char* text) { add(text, std::strlen(text) + 1); }

  bool flush() {
    std::size_t sent = 0;
    while (sent < filled_ && !failed_) {
      const ssize_t part = send(connected_, buffer_ + sent, filled_ - sent, MSG_NOSIGNAL);
      if (part >= 0) sent += static_cast<std::size_t>(part);
      failed_ = part < 0 && errno != EINTR;
      too_slow_ = failed_ && (errno == EAGAIN || errno == EWOULDBLOCK);
    }
    filled_ = 0;
    return !failed_;
  }
  // Whether it failed since nobody has read for long.
  bool too_slow() const { return too_slow_; }

 private:
  int connected_;
  bool failed_ = false;
  bool too_slow_ = false;
  std::size_t filled_ = 0;
  static char buffer_[kBufferSize];
};
char Sender::buffer_[kBufferSize];

struct Decimal {
  char text[24];
};

Decimal decimal(std::uint64_t number) {
  Decimal made{};
  char digits[24];
  int count = 0;
  do {
    digits[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  for (int i = 0; i < count; ++i) made.text[i] = digits[count - 1 - i];
  return made;
}

enum class Sending { kDone, kTooLarge, kTooSlow, kFailed };

Sending send_request(int broker, const char* manifest, const char* method, const char* directory,
                     const CtestProcess& ctest) {
  const Decimal process = decimal(static_cast<std::uint64_t>(ctest.process_id));
  const Decimal ticks = decimal(ctest.start_ticks);
  const char* const fields[kFields] = {
      kRun, process.text, ticks.text, ctest.is_ctest ? "1" : "0", manifest, method, directory};
  std::size_t size = 0;
  std::uint32_t strings = 0;
  for (const char* const field : fields) size += std::strlen(field) + 1, ++strings;
  for (char** entry = environ; *entry != nullptr; ++entry)
    size += std::strlen(*entry) + 1, ++strings;
  if (size > kLargestRequest) return Sending::kTooLarge;
  const RequestHeader header{static_cast<std::uint32_t>(size), strings};
  Sender sender(broker);
  sender.add(&header, sizeof header);
  for (const char* const field : fields) sender.add_string(field);
  for (char** entry = environ; *entry != nullptr; ++entry) sender.add_string(*entry);
  if (sender.flush()) return Sending::kDone;
  return sender.too_slow() ? Sending::kTooSlow : Sending::kFailed;
}

// The broker's answer as it comes. A broker that says nothing for long is asked whether it is still
// there: where it is not, the request is taken back, and only what had come by then is still read.
class Answer {
 public:
  Answer(int broker, const CtestProcess& ctest) : broker_(broker), ctest_(ctest) {}

  // Up to `size` bytes; none where nothing more comes.
  std::size_t receive_some(void* bytes, std::size_t size) {
    if (begin_ == end_ && !fill()) return 0;
    const std::size_t taken = size < end_ - begin_ ? size : end_ - begin_;
    std::memcpy(bytes, buffer_ + begin_, taken);
    begin_ += taken;
    return taken;
  }

  // False where nothing more comes.
  bool receive(void* bytes, std::size_t size) {
    char* at = static_cast<char*>(bytes);
    while (size > 0) {
      const std::size_t got = receive_some(at, size);
      if (got == 0) return false;
      at += got;
      size -= got;
    }
    return true;
  }

  EntryOutput output;
  bool accepted = false;
  bool taken_back = false;

 private:
  bool fill() {
    show_output_if_silent();
    for (;;) {
      const ssize_t got = recv(broker_, buffer_, sizeof buffer_, 0);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) && !taken_back) {
        // Before that it has not even looked.
        if (!accepted || !answers(ctest_)) take_back();
        continue;
      }
      begin_ = 0;
      end_ = got > 0 ? static_cast<std::size_t>(got) : 0;
      return got > 0;
    }
  }

  void show_output_if_silent() {
    if (!output.holds_something()) return;
    pollfd waiting{.fd = broker_, .events = POLLIN, .revents = 0};
    const int left_ms = output.time_left_ms();
    if (left_ms == 0 || poll(&waiting, 1, left_ms) <= 0) output.flush();
  }

  void take_back() {
    taken_back = true;
    [[maybe_unused]] const ssize_t sent =
        send(broker_, &kTakenBack, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(broker_, SHUT_RDWR);
  }

  const int broker_;
  const CtestProcess& ctest_;
  std::size_t begin_ = 0;  // of what is received and not handed out
  std::size_t end_ = 0;
  static char buffer_[kBufferSize];
};
char Answer::buffer_[kBufferSize];

bool pass_output_on(Answer& answer, std::size_t size) {
  static char buffer[kBufferSize];
  while (size > 0) {
    const std::size_t part =
        answer.receive_some(buffer, size < sizeof buffer ? size : sizeof buffer);
    if (part == 0) return false;
    answer.output.add(buffer, part);
    size -= part;
  }
  return true;
}

// What a frame says in words; kept for the rest of the process.
const char* receive_text(Answer& answer, std::size_t size) {
  static char text[1024];
  const std::size_t kept = size < sizeof text ? size : sizeof text - 1;
  if (!answer.receive(text, kept)) return "";
  text[kept] = '\0';
  return text;
}

Outcome hear(Answer& answer) {
  bool begun = false;
  for (;;) {
    FrameHeader frame;
    if (!answer.receive(&frame, sizeof frame)) break;
    if (frame.kind == kOutput) {
      if (!pass_output_on(answer, frame.size)) break;
      continue;
    }
    const char* const text = receive_text(answer, frame.size);
    if (frame.kind == kAccepted) answer.accepted = true;
    if (frame.kind == kBegun) begun = true;
    if (frame.kind == kLookAgain) return {Outcome::kAgain, 0, text};
    if (frame.kind == kExit) return {Outcome::kExit, std::atoi(text), nullptr};
    if (frame.kind == kSignal) return {Outcome::kSignal, std::atoi(text), nullptr};
    if (frame.kind == kRefused) return {Outcome::kAlone, 0, text};
  }
  if (begun && answer.taken_back) return {Outcome::kBroken, 0, "does not answer any more"};
  if (begun) return {Outcome::kBroken, 0, "was lost"};
  if (answer.taken_back) return {Outcome::kAlone, 0, "the broker does not answer"};
  if (!answer.accepted) return {Outcome::kAgain, 0, nullptr};
  return {Outcome::kAlone, 0, "the broker ended before it began"};
}

}  // namespace

Outcome converse(int broker, const char* manifest, const char* method, const CtestProcess& ctest) {
  static char directory[4096];
  if (getcwd(directory, sizeof directory) == nullptr) {
    return {Outcome::kAlone, 0, "the working directory cannot be told"};
  }
  be_patient(broker);
  const Sending sending = send_request(broker, manifest, method, directory, ctest);
  if (sending == Sending::kTooLarge) {
    return {Outcome::kAlone, 0, "the environment is too large for a request to the broker"};
  }
  if (sending == Sending::kFailed) return {Outcome::kAgain, 0, nullptr};
  if (sending == Sending::kTooSlow) return {Outcome::kAlone, 0, "the broker does not answer"};
  Answer answer(broker, ctest);
  const Outcome outcome = hear(answer);
  answer.output.flush();
  return outcome;
}

}  // namespace carpool::exec
