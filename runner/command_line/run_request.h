#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "build_folder/entry_filter.h"
#include "command_line/narrowing.h"
#include "command_line/plain_target.h"

namespace carpool {

// What the user asked of `carpool run`.
struct RunRequest {
  std::filesystem::path manifest;    // one target; of an ordinary executable once it is described
  std::filesystem::path build;       // all of a build folder
  PlainExecutable executable;        // an ordinary one
  std::string configuration;         // of `build`
  EntryWishes wishes;                // of `build`
  std::vector<std::string> classes;  // exact names; empty for all
  std::vector<std::string> methods;  // exact `Suite.Name`; empty for all
  bool under_ctest = false;
  int jobs =
      0;  // workers alive at once; 0: WORKERS with one class, else as many as there are cores
  bool also_run_disabled = false;
  bool rerun_failed = false;  // only what was red in the last run
  std::string shuffle;        // the seed of an order by chance, as it was given
  std::string shard_text;     // as it was given
  std::optional<std::uint64_t> shuffle_seed;
  std::optional<Shard> shard;
  bool fail_fast = false;
  int repeat = 1;  // runs, until one is red
  int all_skipped_exit_code = 0;
  bool direct = false;         // become the test executable
  std::string without_broker;  // why a METHOD entry runs by itself; empty where it is none
  std::vector<std::string> command_line;  // for the journal
};

}  // namespace carpool
