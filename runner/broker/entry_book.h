#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "manifest/ctest_listing.h"

namespace carpool {

// What the entries of one ctest say, as far as live workers are concerned: their properties,
// wherever they were set, and which other entries may begin only when a process of theirs is gone.
class EntryBook {
 public:
  // Of one method's entry. The key of methods: manifest and Suite.Name.
  using Key = std::pair<std::string, std::string>;
  struct Entry {
    std::set<std::string> locks;  // RESOURCE_LOCK, Carpool's own left out
    bool run_serial = false;
    bool has_limit = false;  // TIMEOUT is set; no `limit` then: there is none
    std::optional<std::chrono::milliseconds> limit;
    std::optional<int> skip_code;  // SKIP_RETURN_CODE
  };

  // `selection_known`: the entries are just those that the ctest runs. Where they are not,
  // `report_is_sure` says whether it runs the one that closes it with the report all the same.
  EntryBook(const std::vector<CTestEntry>& entries, bool selection_known,
            bool report_is_sure = true);

  // Null where there is no such entry.
  const Entry* find(const Key& method) const;

  // Whether the report closes the ctest, and tells how the classes' workers ended. Else the last
  // method of each class has to.
  bool has_report() const { return has_report_; }

  // Whether an entry that this method's class has no part in may begin as soon as this one has
  // ended: it waits for a lock that the method held, or for all that are `begun` by now. Then the
  // worker has to be gone by that time, as a process of the method's own would be. The same where
  // nothing comes behind the class that could tell how its worker ended.
  bool is_awaited(const Key& method, const std::set<Key>& begun) const;

 private:
  // The methods of one class that one entry outside of it depends on (DEPENDS, fixtures).
  using Awaited = std::set<Key>;

  void await_all(const std::vector<CTestEntry>& entries);

  const bool selection_known_;
  bool has_report_ = false;
  std::map<Key, Entry> entries_;
  std::set<std::string> locks_of_others_;  // of entries that no broker has workers for
  std::map<Key, std::vector<Awaited>> awaited_;
};

// "Suite" of Suite.Name: names of classes have no dot, names of methods may have.
std::string class_of_method(const std::string& full_name);

}  // namespace carpool
