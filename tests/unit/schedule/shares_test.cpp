#include "schedule/shares.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

class Unheard final : public RecordSink {
 public:
  void put(Record record) override {
    if (const auto* method = std::get_if<MethodFinished>(&record)) ended.push_back(*method);
  }
  void show_live(std::string) override {}

  std::vector<MethodFinished> ended;
};

class SharesTest : public ::testing::Test {
 protected:
  SharesTest() { plan_.targets.resize(2); }

  PlannedClass& add(const std::string& name, std::size_t target = 0, ClassNeeds needs = {}) {
    PlannedClass planned;
    planned.target = target;
    planned.tests = {.target = "target" + std::to_string(target),
                     .name = name,
                     .methods = {{.name = "One"}, {.name = "Two"}},
                     .disabled = {},
                     .retries = 0};
    planned.needs = std::move(needs);
    plan_.classes.push_back(std::move(planned));
    return plan_.classes.back();
  }

  Shares& shares() {
    if (!shares_) shares_.emplace(plan_, sink_, clock_);
    return *shares_;
  }

  static std::string names(const Claim& claim) {
    std::string text;
    for (const ClassRun* run : claim.runs) text += (text.empty() ? "" : " ") + run->plan().name;
    return text;
  }

  // Ends a claim as a session does.
  void end(const Claim& claim) {
    for (ClassRun* run : claim.runs) run->leave();
    shares().done(claim);
  }

  RunPlan plan_{.targets = {}, .classes = {}, .slots = 4};
  Unheard sink_;
  SteadyClock clock_;
  std::optional<Shares> shares_;
};

TEST_F(SharesTest, HandsOutClassesInOrder) {
  add("A");
  add("B", 1);
  const Claim first = shares().try_next();
  const Claim second = shares().try_next();
  EXPECT_EQ(names(first), "A");
  EXPECT_EQ(names(second), "B");
  EXPECT_EQ(second.target, 1u);
  EXPECT_TRUE(shares().try_next().empty());
  end(first);
  end(second);
  EXPECT_TRUE(shares().next().empty());
}

TEST_F(SharesTest, RunsNoTwoThatLockTheSameBesideEachOther) {
  add("A", 0, {.locks = {"db", "port"}});
  add("B", 0, {.locks = {"port"}});
  add("C", 0, {.locks = {"other"}});
  const Claim first = shares().try_next();
  EXPECT_EQ(names(first), "A");
  const Claim third = shares().try_next();
  EXPECT_EQ(names(third), "C");
  EXPECT_TRUE(shares().try_next().empty());
  end(first);
  const Claim second = shares().next();
  EXPECT_EQ(names(second), "B");
  end(second);
  end(third);
}

TEST_F(SharesTest, RunsNothingBesideASerialClass) {
  add("A");
  add("Serial", 0, {.run_serial = true});
  add("B");
  const Claim first = shares().try_next();
  const Claim beside = shares().try_next();
  EXPECT_EQ(names(beside), "B");
  EXPECT_TRUE(shares().try_next().empty());
  end(beside);
  EXPECT_TRUE(shares().try_next().empty());
  end(first);
  const Claim serial = shares().try_next();
  EXPECT_EQ(names(serial), "Serial");
  end(serial);
}

TEST_F(SharesTest, BeginsNothingWhileASerialClassRuns) {
  add("Serial", 0, {.run_serial = true});
  add("A");
  const Claim serial = shares().try_next();
  EXPECT_EQ(names(serial), "Serial");
  EXPECT_TRUE(shares().try_next().empty());
  end(serial);
  end(shares().next());
}

TEST_F(SharesTest, KeepsAsManySlotsAsAClassNeeds) {
  add("Three", 0, {.slots = 3});
  add("Two", 0, {.slots = 2});
  add("One");
  add("More than there are", 0, {.slots = 100});
  const Claim three = shares().try_next();
  const Claim one = shares().try_next();
  EXPECT_EQ(names(three), "Three");
  EXPECT_EQ(names(one), "One");
  EXPECT_TRUE(shares().try_next().empty());
  end(three);
  const Claim two = shares().try_next();
  EXPECT_EQ(names(two), "Two");
  EXPECT_TRUE(shares().try_next().empty());
  end(two);
  end(one);
  const Claim all = shares().try_next();
  EXPECT_EQ(names(all), "More than there are");
  end(all);
}

TEST_F(SharesTest, LetsSessionsOfOneClassHoldItsLockTogether) {
  plan_.targets[0].workers_per_class = 2;
  add("A", 0, {.locks = {"db"}});
  add("B", 1, {.locks = {"db"}});
  const Claim first = shares().try_next();
  const Claim second = shares().try_next();
  EXPECT_EQ(names(second), "A");
  end(first);
  EXPECT_TRUE(shares().try_next().empty());
  end(second);
  const Claim other = shares().try_next();
  EXPECT_EQ(names(other), "B");
  end(other);
}

TEST_F(SharesTest, ExchangesForClassesOfTheSameTarget) {
  plan_.slots = 1;
  add("A");
  add("Other", 1);
  add("B");
  add("Locked", 0, {.locks = {"db"}});
  add("C");
  Claim held = shares().try_next();
  held.runs[0]->leave();
  held = shares().exchange(held, 10);
  EXPECT_EQ(names(held), "B C");
  for (ClassRun* run : held.runs) run->leave();
  EXPECT_TRUE(shares().exchange(held, 10).empty());
  shares().done(held);
  const Claim other = shares().next();
  EXPECT_EQ(names(other), "Other");
  end(other);
  const Claim locked = shares().next();
  EXPECT_EQ(names(locked), "Locked");
  end(locked);
}

TEST_F(SharesTest, ExchangesNoLockBeforeItsClassIsClosed) {
  add("Locked", 0, {.locks = {"db"}});
  add("A");
  const Claim locked = shares().try_next();
  EXPECT_EQ(names(locked), "Locked");
  EXPECT_TRUE(shares().exchange(locked, 10).empty());
  end(locked);
  end(shares().next());
}

TEST_F(SharesTest, LeavesOutWhatCannotBeRun) {
  add("A").leave_out = "needs a fixture";
  plan_.targets[1].skip_all = "no devices";
  add("B", 1);
  EXPECT_TRUE(shares().next().empty());
  ASSERT_EQ(sink_.ended.size(), 4u);
  EXPECT_EQ(sink_.ended[0].final_status, MethodStatus::kNotRun);
  EXPECT_EQ(sink_.ended[0].reason, "needs a fixture");
  EXPECT_EQ(sink_.ended[2].final_status, MethodStatus::kSkipped);
  EXPECT_EQ(sink_.ended[2].reason, "no devices");
}

}  // namespace
}  // namespace carpool
