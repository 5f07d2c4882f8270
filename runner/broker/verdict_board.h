#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "schedule/screen.h"

namespace carpool {

// Where those who wait for a method's verdict find it: shown by the owner of the journal, so never
// before the journal has it.
class VerdictBoard final : public Screen {
 public:
  struct Method {
    std::string target;
    std::string class_name;
    std::string name;
    auto operator<=>(const Method&) const = default;
  };

  // From here on the method's records are kept.
  void expect(const Method& method);

  // The records of the method's attempts, the last is the terminal one. Waits for that, which the
  // method's account guarantees to come.
  std::vector<MethodFinished> await(const Method& method);

  void show(const Record& record) override;
  void show_live(std::string_view) override {}
  void refresh() override {}

 private:
  std::mutex mutex_;
  std::condition_variable shown_;
  std::map<Method, std::vector<MethodFinished>> expected_;
};

}  // namespace carpool
