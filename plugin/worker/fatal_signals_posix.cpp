#include "fatal_signals_posix.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>

#include "../protocol/message.h"
#include "channel_posix.h"
#include "forked_child_posix.h"
#include "output_marks_posix.h"
#include "stack_trace_posix.h"

namespace carpool {
namespace {

constexpr int kFatalSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
constexpr unsigned kSecondsToReport = 5;
constexpr std::size_t kStackSize = 64 * 1024;

Channel* worker_channel = nullptr;
OutputMarks* worker_marks = nullptr;
pthread_t main_thread;

// A handler that runs because the stack is used up needs another one.
alignas(16) char handler_stack[kStackSize];

std::atomic<int> reported_signal{0};
pthread_t reporting_thread;

// Apart from each other: a crash may interrupt the other handler.
SignalSafeText crash_line;
SignalSafeText stack_line;

void use_default_action(int number) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigaction(number, &action, nullptr);
}

// Ends the process by the signal, now or as soon as its handler returns.
void die_of(int number) {
  use_default_action(number);
  raise(number);
}

// The report got stuck, on a lock that the crashed code holds, say.
void on_patience_over(int) {
  const int number = reported_signal.load();
  use_default_action(number);
  sigset_t crash_signal;
  sigemptyset(&crash_signal);
  sigaddset(&crash_signal, number);
  pthread_sigmask(SIG_UNBLOCK, &crash_signal, nullptr);
  kill(getpid(), number);
}

void limit_time_to_report() {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_patience_over;
  sigaction(SIGALRM, &action, nullptr);
  sigset_t alarm_signal;
  sigemptyset(&alarm_signal);
  sigaddset(&alarm_signal, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarm_signal, nullptr);
  alarm(kSecondsToReport);
}

void on_fatal_signal(int number) {
  if (!is_worker_process()) {
    die_of(number);
    return;
  }
  int none = 0;
  if (!reported_signal.compare_exchange_strong(none, number)) {
    if (pthread_equal(reporting_thread, pthread_self()) != 0) {
      die_of(number);
      return;
    }
    for (;;) pause();  // another thread crashed first, and ends the process
  }
  reporting_thread = pthread_self();
  limit_time_to_report();
  worker_marks->release();
  crash_line.append("crash\t");
  crash_line.append_number(static_cast<unsigned long>(number), 10);
  append_stack_trace(crash_line);
  crash_line.append("\n");
  worker_channel->send_from_crash(crash_line.bytes(), crash_line.size());
  die_of(number);
}

void on_stack_signal(int number) {
  const int saved_errno = errno;
  if (is_worker_process()) {
    if (pthread_equal(main_thread, pthread_self()) == 0) {
      pthread_kill(main_thread, number);
    } else {
      stack_line.clear();
      stack_line.append("stack");
      append_stack_trace(stack_line);
      stack_line.append("\n");
      worker_channel->send_from_signal(stack_line.bytes(), stack_line.size());
    }
  }
  errno = saved_errno;
}

void handle_unless_handled(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  if (sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK | flags;
  sigaction(number, &action, nullptr);
}

void provide_handler_stack() {
  stack_t stack;
  if (sigaltstack(nullptr, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0) return;
  memset(&stack, 0, sizeof stack);
  stack.ss_sp = handler_stack;
  stack.ss_size = sizeof handler_stack;
  sigaltstack(&stack, nullptr);
}

}  // namespace

void report_fatal_signals(Channel& channel, OutputMarks& marks) {
  worker_channel = &channel;
  worker_marks = &marks;
  main_thread = pthread_self();
  prepare_stack_traces();
  provide_handler_stack();
  for (const int number : kFatalSignals) handle_unless_handled(number, on_fatal_signal, 0);
  handle_unless_handled(SIGRTMIN + protocol::kStackSignalOffset, on_stack_signal, SA_RESTART);
}

}  // namespace carpool
