#include "worker_listener.h"

#include "../worker/forked_child_posix.h"
#include "quiet_printer.h"

namespace carpool {

WorkerListener::WorkerListener(Channel& channel, MethodReports& reports, Service& service)
    : channel_(channel), reports_(reports), service_(service) {}

void WorkerListener::OnTestProgramStart(const testing::UnitTest&) {
  forget_quiet_printer();
  service_.program_starts();
}

void WorkerListener::OnEnvironmentsSetUpEnd(const testing::UnitTest& unit_test) {
  service_.take_over(unit_test);
}

void WorkerListener::OnTestStart(const testing::TestInfo&) {
  if (!in_forked_child()) reports_.body_starts();
}

void WorkerListener::OnTestPartResult(const testing::TestPartResult& part) {
  if (!in_forked_child()) reports_.part_result(part);
}

void WorkerListener::OnTestEnd(const testing::TestInfo&) {
  if (!in_forked_child()) reports_.body_ends();
}

void WorkerListener::OnEnvironmentsTearDownStart(const testing::UnitTest&) {
  service_.suites_ended();
}

void WorkerListener::OnTestProgramEnd(const testing::UnitTest&) { channel_.send(Line("bye")); }

}  // namespace carpool
