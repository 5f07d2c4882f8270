#include "compare/journal_summary.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

JournalEntry started(int worker, const std::string& class_name, std::int64_t t_ns) {
  WorkerStarted record;
  record.worker = worker;
  record.class_name = class_name;
  return {.t_ns = t_ns, .record = record};
}

JournalEntry ended(int worker, const std::string& class_name, std::int64_t t_ns) {
  WorkerEnded record;
  record.worker = worker;
  record.class_name = class_name;
  return {.t_ns = t_ns, .record = record};
}

JournalEntry method(const std::string& name, MethodStatus status, bool last) {
  MethodFinished record;
  record.class_name = "C";
  record.method = name;
  record.status = status;
  if (last) record.final_status = status;
  return {.t_ns = 0, .record = record};
}

JournalEntry finished(const std::string& class_name, std::int64_t wall_ns) {
  ClassFinished record;
  record.class_name = class_name;
  record.status = ClassStatus::kFailed;
  record.wall_ns = wall_ns;
  return {.t_ns = 0, .record = record};
}

TEST(JournalSummary, TakesEachMethodsTerminalStatus) {
  const JournalSummary summary = summarise({method("m", MethodStatus::kFailed, false),
                                            method("m", MethodStatus::kPassed, true),
                                            method("n", MethodStatus::kCrashed, true)});
  const ClassSummary found = summary.of_class("C");
  EXPECT_EQ(found.methods.at("m").status, MethodStatus::kPassed);
  EXPECT_EQ(found.methods.at("n").status, MethodStatus::kCrashed);
}

TEST(JournalSummary, TakesAClassesWallTimeWhereOneWorkerServesIt) {
  const JournalSummary summary =
      summarise({started(1, "C", 10), ended(1, "C", 90), finished("C", 100)});
  EXPECT_EQ(summary.of_class("C").busy_ns, 100);
  EXPECT_EQ(summary.of_class("C").status, ClassStatus::kFailed);
}

TEST(JournalSummary, AddsTheLivesOfWorkersThatShareAClass) {
  const JournalSummary summary =
      summarise({started(1, "C", 0), started(2, "C", 0), ended(1, "C", 90), ended(2, "C", 80),
                 finished("C", 100)});
  EXPECT_EQ(summary.of_class("C").busy_ns, 170);
}

TEST(JournalSummary, DoesNotChargeTheLastClassForAWorkerThatServedOthersBefore) {
  const JournalSummary summary =
      summarise({started(1, "A", 0), finished("A", 500), ended(1, "C", 600), finished("C", 50)});
  EXPECT_EQ(summary.of_class("C").busy_ns, 50);
}

TEST(JournalSummary, KnowsNothingOfAClassThatNeverCame) {
  EXPECT_TRUE(summarise({}).of_class("C").methods.empty());
}

}  // namespace
}  // namespace carpool
