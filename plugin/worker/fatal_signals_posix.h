#pragma once

namespace carpool {

class Channel;
class OutputMarks;

// From now on a fatal signal is told to the runner, with the stack, before the process dies of it
// as it would have anyway; and the runner's stack signal is answered. Signals that somebody else
// handles, a sanitizer for one, stay his. Called once, in the main thread; both parts must live
// until the process ends.
void report_fatal_signals(Channel& channel, OutputMarks& marks);

}  // namespace carpool
