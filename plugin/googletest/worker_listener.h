#pragma once

#include "../worker/channel_posix.h"
#include "framework.h"
#include "method_reports.h"
#include "service.h"

namespace carpool {

// Hears what the framework does and passes it on. In a forked child only the service hears.
class WorkerListener : public testing::EmptyTestEventListener {
 public:
  WorkerListener(Channel& channel, MethodReports& reports, Service& service);

  void OnTestProgramStart(const testing::UnitTest& unit_test) override;
  void OnEnvironmentsSetUpEnd(const testing::UnitTest& unit_test) override;
  void OnTestStart(const testing::TestInfo& method) override;
  void OnTestPartResult(const testing::TestPartResult& part) override;
  void OnTestEnd(const testing::TestInfo& method) override;
  void OnEnvironmentsTearDownStart(const testing::UnitTest& unit_test) override;
  void OnTestProgramEnd(const testing::UnitTest& unit_test) override;

 private:
  Channel& channel_;
  MethodReports& reports_;
  Service& service_;
};

}  // namespace carpool
