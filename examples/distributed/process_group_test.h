#pragma once

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

// The fixture of all tests that share a process group: it is made in suite set-up, by all ranks
// together, and lives as long as the class.
class ProcessGroupTest : public ::testing::Test {
 public:
  static void SetUpTestSuite();
  static void TearDownTestSuite();

 protected:
  static c10d::ProcessGroupGloo& group() { return *group_; }

 private:
  static c10::intrusive_ptr<c10d::ProcessGroupGloo> group_;
};

// A gloo process group of all ranks of the gang, which find each other through `store`.
c10::intrusive_ptr<c10d::ProcessGroupGloo> make_group(const c10::intrusive_ptr<c10d::Store>& store);
