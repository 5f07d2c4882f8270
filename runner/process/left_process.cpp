#include "process/left_process.h"

#include <set>

namespace carpool {

std::vector<std::string> descriptions(const std::vector<LeftProcess>& of_group,
                                      const std::vector<LeftProcess>& of_others) {
  std::vector<std::string> texts;
  std::set<std::int64_t> seen;
  for (const auto* const found : {&of_group, &of_others}) {
    for (const LeftProcess& left : *found) {
      if (seen.insert(left.id).second) texts.push_back(left.description);
    }
  }
  return texts;
}

}  // namespace carpool
