#pragma once

#include "exec/wire.h"

namespace carpool::exec {

// How a conversation with the broker ended.
struct Outcome {
  enum Kind {
    kExit,    // leave with `number`
    kSignal,  // die of `number`
    kAlone,   // the broker has not begun: run the method in another way
    kAgain,   // this broker has come to its end: there is, or will be, another
    kBroken,  // the broker is gone, or does not answer, in the middle of the method
  };
  Kind kind;
  int number;
  const char* why;  // of kAlone; of kBroken: what the broker did
};

// Asks the broker to run a method, and passes its output on until it has ended.
Outcome converse(int broker, const char* manifest, const char* method, const CtestProcess& ctest);

}  // namespace carpool::exec
