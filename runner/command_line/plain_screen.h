#pragma once

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "schedule/screen.h"

namespace carpool {

// The run as lines on a stream that is no terminal (a pipe to CTest, a file): a line for each
// method with its output around it, trouble in full where it happens, a line for each class.
// Buffered, and flushed whenever there is nothing to do, so that `ctest -V` sees it live.
class PlainScreen final : public Screen {
 public:
  // `live`: output of methods is printed as it comes; else whole, behind the method's line.
  PlainScreen(std::FILE* stream, bool live) : stream_(stream), live_(live) {}

  void show(const Record& record) override;
  void show_live(std::string_view bytes) override;
  void refresh() override;

 private:
  void show_method(const MethodFinished& method);
  void show_failures(const std::vector<TestFailure>& failures, const std::string& printed);
  void show_worker_end(const WorkerEnded& ended);
  void show_class(const ClassFinished& finished);
  bool told_before(MethodStatus status, const std::string& reason);
  void print(std::string_view text);
  void print_line(const std::string& line);

  // What a class has come to so far.
  struct Seen {
    bool any_ran = false;
    std::size_t not_run = 0;
  };

  std::FILE* stream_;
  bool live_;
  std::map<std::pair<std::string, std::string>, Seen> classes_;  // by target and name
  std::set<std::string> told_;                                   // why classes could not run
  bool at_line_start_ = true;
};

}  // namespace carpool
