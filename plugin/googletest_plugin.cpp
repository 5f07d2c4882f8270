// The whole plugin for GoogleTest as one translation unit. It is compiled again in every target
// that add_continuous_test() is called for: this way gtest.h is read once there instead of nine
// times. The registration, whose static object starts it all, comes after what it uses.

// clang-format off
#include "protocol/message.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/channel_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/descriptor_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/environment_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/fatal_signals_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/forked_child_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/gang_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/inbox_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/output_marks_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/process_state_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/stack_trace_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "worker/start_posix.cpp"  // NOLINT(bugprone-suspicious-include)
#include "googletest/listing.cpp"  // NOLINT(bugprone-suspicious-include)
#include "googletest/live_suite.cpp"  // NOLINT(bugprone-suspicious-include)
#include "googletest/method_reports.cpp"  // NOLINT(bugprone-suspicious-include)
#include "googletest/part_message.cpp"  // NOLINT(bugprone-suspicious-include)
#include "googletest/quiet_printer.cpp"  // NOLINT(bugprone-suspicious-include)
#include "googletest/registration.cpp"  // NOLINT(bugprone-suspicious-include)
#include "googletest/service.cpp"  // NOLINT(bugprone-suspicious-include)
#include "googletest/test_index.cpp"  // NOLINT(bugprone-suspicious-include)
#include "googletest/worker_listener.cpp"  // NOLINT(bugprone-suspicious-include)
// clang-format on
