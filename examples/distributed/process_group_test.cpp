#include "process_group_test.h"

#include <ATen/Parallel.h>
#include <carpool/rank.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

namespace {

// A value that each rank finds in its environment, as under torchrun.
std::string from_environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) throw std::runtime_error(std::string(name) + " is not set");
  return value;
}

// Rank 0 serves, at the port that the gang was given.
c10::intrusive_ptr<c10d::Store> make_store() {
  c10d::TCPStoreOptions options;
  options.port = static_cast<std::uint16_t>(std::stoi(from_environment("MASTER_PORT")));
  options.isServer = carpool::rank() == 0;
  options.numWorkers = carpool::world_size();
  return c10::make_intrusive<c10d::TCPStore>(from_environment("MASTER_ADDR"), options);
}

}  // namespace

c10::intrusive_ptr<c10d::ProcessGroupGloo> ProcessGroupTest::group_;

c10::intrusive_ptr<c10d::ProcessGroupGloo> make_group(
    const c10::intrusive_ptr<c10d::Store>& store) {
  at::set_num_threads(1);  // as many ranks as that share the machine's processors
  const auto options = c10d::ProcessGroupGloo::Options::create();
  // Not what the machine's own name resolves to: that may be nothing.
  options->devices.push_back(
      c10d::ProcessGroupGloo::createDeviceForHostname(from_environment("MASTER_ADDR")));
  options->threads = 2;
  return c10::make_intrusive<c10d::ProcessGroupGloo>(store, carpool::rank(), carpool::world_size(),
                                                     options);
}

void ProcessGroupTest::SetUpTestSuite() { group_ = make_group(make_store()); }

void ProcessGroupTest::TearDownTestSuite() {
  carpool::barrier();  // nobody leaves while another one still reads
  group_.reset();
}
