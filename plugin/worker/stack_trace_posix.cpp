#include "stack_trace_posix.h"

#include <limits.h>
#include <link.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdint>

namespace carpool {
namespace {

constexpr int kMostFrames = 64;

struct Frames {
  std::uintptr_t addresses[kMostFrames];
  int count;
};

// Where one address lies. Names are borrowed from the dynamic linker.
struct Location {
  std::uintptr_t address;
  const char* file;
  std::uintptr_t address_in_file;
};

char executable[PATH_MAX];

_Unwind_Reason_Code add_frame(struct _Unwind_Context* context, void* data) {
  Frames& frames = *static_cast<Frames*>(data);
  int is_interrupted = 0;
  const std::uintptr_t address = _Unwind_GetIPInfo(context, &is_interrupted);
  if (address == 0) return _URC_END_OF_STACK;
  // Frames above an interrupted one are the signal handler's own.
  if (is_interrupted != 0) frames.count = 0;
  if (frames.count == kMostFrames) return _URC_END_OF_STACK;
  // Elsewhere the address is that of the return, which may belong to the next line.
  frames.addresses[frames.count++] = is_interrupted != 0 ? address : address - 1;
  return _URC_NO_REASON;
}

int find_in_module(struct dl_phdr_info* module, std::size_t, void* data) {
  Location& location = *static_cast<Location*>(data);
  const std::uintptr_t bias = module->dlpi_addr;
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = module->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const std::uintptr_t start = bias + segment.p_vaddr;
    if (location.address < start) continue;
    if (location.address - start >= segment.p_memsz) continue;
    const bool named = module->dlpi_name != nullptr && module->dlpi_name[0] != '\0';
    location.file = named ? module->dlpi_name : executable;
    location.address_in_file = location.address - bias;
    return 1;
  }
  return 0;
}

}  // namespace

void SignalSafeText::append_byte(char byte) {
  if (size_ < kRoom) bytes_[size_++] = byte;
}

void SignalSafeText::append(const char* text) {
  for (; *text != '\0'; ++text) append_byte(*text);
}

void SignalSafeText::append_escaped(const char* text) {
  static const char kDigits[] = "0123456789ABCDEF";
  for (; *text != '\0'; ++text) {
    const unsigned char byte = static_cast<unsigned char>(*text);
    if (byte >= 0x20 && byte != 0x7F && byte != '%') {
      append_byte(*text);
    } else {
      append_byte('%');
      append_byte(kDigits[byte >> 4]);
      append_byte(kDigits[byte & 15]);
    }
  }
}

void SignalSafeText::append_number(unsigned long number, unsigned base) {
  char digits[sizeof number * CHAR_BIT];
  int count = 0;
  do {
    digits[count++] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number > 0);
  while (count > 0) append_byte(digits[--count]);
}

void prepare_stack_traces() {
  const ssize_t size = readlink("/proc/self/exe", executable, sizeof executable - 1);
  executable[size > 0 ? size : 0] = '\0';
  Frames frames;
  frames.count = 0;
  _Unwind_Backtrace(add_frame, &frames);
}

void append_stack_trace(SignalSafeText& text) {
  Frames frames;
  frames.count = 0;
  _Unwind_Backtrace(add_frame, &frames);
  for (int i = 0; i < frames.count; ++i) {
    Location location = {frames.addresses[i], "?", frames.addresses[i]};
    dl_iterate_phdr(find_in_module, &location);
    text.append("\t");
    text.append_escaped(location.file);
    text.append("+0x");
    text.append_number(location.address_in_file, 16);
  }
}

}  // namespace carpool
