#pragma once

namespace carpool {

// Asks GoogleTest for its brief printer, which says nothing about a method that passes: nobody
// reads its lines in a worker, and the system calls for them cost more than an empty method.
// Whoever sets GTEST_BRIEF or --gtest_brief keeps his choice. Called before the framework reads its
// flags.
void ask_for_quiet_printer();

// Removes what ask_for_quiet_printer() left in the environment. Called when the flags are read.
void forget_quiet_printer();

// Whether nothing is printed between one method's end and the next one's start.
bool printer_is_quiet();

}  // namespace carpool
