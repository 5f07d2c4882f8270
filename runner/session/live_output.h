#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "session/record_sink.h"

namespace carpool {

// Passes on one rank's output as it comes, line by line with the rank in front, so that a person
// can tell the ranks apart: "[2] text". A line without its end is kept until that has come, up to a
// bound.
class RankLiveOutput {
 public:
  // `sink` outlives it.
  RankLiveOutput(std::size_t rank, RecordSink& sink)
      : prefix_("[" + std::to_string(rank) + "] "), sink_(sink) {}

  void show(std::string_view bytes);

  // What comes next belongs to another method: shows what is kept.
  void end_line();

 private:
  const std::string prefix_;
  RecordSink& sink_;
  std::string open_;
};

}  // namespace carpool
