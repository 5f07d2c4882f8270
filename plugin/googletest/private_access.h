#pragma once

#include "framework.h"

namespace carpool {
namespace private_access {

// The standard lets an explicit instantiation name private members as template arguments. Each
// instantiation below defines the friend function that hands its member out.
template <typename Tag, typename Tag::Member member>
struct Opened {
  friend constexpr typename Tag::Member open(Tag) { return member; }
};

struct SuiteShouldRun {
  using Member = bool testing::TestSuite::*;
  friend constexpr Member open(SuiteShouldRun);
};
struct SuiteTearDown {
  using Member = testing::internal::TearDownTestSuiteFunc testing::TestSuite::*;
  friend constexpr Member open(SuiteTearDown);
};
struct SuiteRun {
  using Member = void (testing::TestSuite::*)();
  friend constexpr Member open(SuiteRun);
};
struct SuiteClearResult {
  using Member = void (testing::TestSuite::*)();
  friend constexpr Member open(SuiteClearResult);
};
struct MethodShouldRun {
  using Member = bool testing::TestInfo::*;
  friend constexpr Member open(MethodShouldRun);
};
struct MethodRun {
  using Member = void (testing::TestInfo::*)();
  friend constexpr Member open(MethodRun);
};
#if CARPOOL_GOOGLETEST_SKIPS_METHODS_WITH_CLASS
struct MethodSkip {
  using Member = void (testing::TestInfo::*)();
  friend constexpr Member open(MethodSkip);
};
#endif
struct MethodClearResult {
  using Member = void (*)(testing::TestInfo*);
  friend constexpr Member open(MethodClearResult);
};

template struct Opened<SuiteShouldRun, &testing::TestSuite::should_run_>;
template struct Opened<SuiteTearDown, &testing::TestSuite::tear_down_tc_>;
template struct Opened<SuiteRun, &testing::TestSuite::Run>;
template struct Opened<SuiteClearResult, &testing::TestSuite::ClearResult>;
template struct Opened<MethodShouldRun, &testing::TestInfo::should_run_>;
template struct Opened<MethodRun, &testing::TestInfo::Run>;
#if CARPOOL_GOOGLETEST_SKIPS_METHODS_WITH_CLASS
template struct Opened<MethodSkip, &testing::TestInfo::Skip>;
#endif
template struct Opened<MethodClearResult, &testing::TestInfo::ClearTestResult>;

}  // namespace private_access
}  // namespace carpool
