// The one object that makes a test executable a worker. It does nothing unless the runner started
// the process.

#include "../include/carpool/rank.h"
#include "../worker/channel_posix.h"
#include "../worker/fatal_signals_posix.h"
#include "../worker/forked_child_posix.h"
#include "../worker/gang_posix.h"
#include "../worker/output_marks_posix.h"
#include "../worker/process_state_posix.h"
#include "../worker/start_posix.h"
#include "../worker/version.h"
#include "framework.h"
#include "listing.h"
#include "method_reports.h"
#include "quiet_printer.h"
#include "service.h"
#include "worker_listener.h"

namespace carpool {
namespace {

// The parts of a worker. Never destroyed: static destructors may still fail, crash or fork.
struct Worker {
  Channel channel;
  OutputMarks marks;
  ProcessState state;
  MethodReports reports{channel, marks, state};
  Service service{channel, reports, state};
};

// The method under way and when it began, which tells its repetitions apart; outside of methods the
// class.
std::string current_method() {
  const testing::UnitTest& unit_test = *testing::UnitTest::GetInstance();
  const testing::TestInfo* const info = unit_test.current_test_info();
  const testing::TestSuite* const suite = unit_test.current_test_suite();
  if (info == nullptr) return suite != nullptr ? suite->name() : "";
  return std::string(info->test_suite_name()) + "." + info->name() + " " +
         std::to_string(info->result()->start_timestamp());
}

class Registration {
 public:
  Registration();
  ~Registration();
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

 private:
  Worker* worker_ = nullptr;
  bool listing_ = false;
};

Registration::Registration() {
  const Start start = take_start_from_environment();
  if (start.mode == Start::Mode::kNone) {
    tell_methods_apart_by(current_method);
    return;
  }
  const long process_id = remember_worker_process();
  // Asked for here, the framework's singleton outlives this object, which needs it in the end.
  testing::UnitTest& unit_test = *testing::UnitTest::GetInstance();
  worker_ = new Worker;
  listing_ = start.mode == Start::Mode::kList;
  std::string trouble;
  const bool has_place = take_place_in_gang(start.gang, trouble);
  const std::string address = own_address(start.channel, start.gang);
  const bool is_connected = worker_->channel.open(address);
  if (!has_place) {
    if (is_connected) worker_->channel.send(Line("cannot_serve").text(trouble));
    refuse_to_work(trouble);
  }
  if (!is_connected) refuse_to_work("cannot reach the runner at '" + address + "'");
  if (is_launched_together(start.gang) && !worker_->channel.take_standard_output()) {
    refuse_to_work("the runner gave rank " + std::to_string(rank()) + " no standard output");
  }
  worker_->channel.send(Line("hello")
                            .number(protocol::kProtocolVersion)
                            .text(kPluginVersion)
                            .text("googletest")
                            .text(CARPOOL_GOOGLETEST_VERSION)
                            .number(process_id));
  if (listing_) return;
  join_gang(worker_->channel, start.rendezvous);
  ask_for_quiet_printer();
  worker_->marks.open(start.mark);
  report_fatal_signals(worker_->channel, worker_->marks);
  unit_test.listeners().Append(
      new WorkerListener(worker_->channel, worker_->reports, worker_->service));
}

Registration::~Registration() {
  if (listing_) send_list(worker_->channel, *testing::UnitTest::GetInstance());
}

Registration registration;

}  // namespace
}  // namespace carpool
