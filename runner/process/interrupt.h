#pragma once

namespace carpool {

// Turns SIGINT, SIGTERM, SIGHUP and SIGQUIT into a descriptor that becomes and stays readable, so
// that every session sees the wish to stop in the one place where it waits. A second signal changes
// nothing: sessions are already on their way out, with deadlines.
class Interrupt {
 public:
  // Installs the handlers; a second call changes nothing. SIGPIPE and SIGXFSZ are ignored from then
  // on: a reader that goes away, or a limit, is no reason to leave workers and journal half done.
  static void install();

  // Undoes an inherited SIGCHLD of SIG_IGN: with it the kernel reaps children by itself, and nobody
  // learns how they ended. For every verb, before the first child.
  static void expect_children();

  // Where the runner was started by `parent` (CTest), the end of that process is an interruption
  // too.
  static void follow_parent(long parent);

  static int descriptor();
  static bool requested();
};

}  // namespace carpool
