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

  // `selection_known`: the entries are just those that the ctest runs.
  EntryBook(const std::vector<CTestEntry>& entries, bool selection_known);

  // Null where there is no such entry.
  const Entry* find(const Key& method) const;

  // Whether an entry that this method's class has no part in may begin as soon as this one has
  // ended: it waits for a lock that the method held, or for all that are `begun` by now. Then the
  // worker has to be gone by that time, as a process of the method's own would be.
  bool is_awaited(const Key& method, const std::set<Key>& begun) const;

 private:
  // The methods of one class that one entry outside of it depends on (DEPENDS, fixtures).
  using Awaited = std::set<Key>;

  const bool selection_known_;
  std::map<Key, Entry> entries_;
  std::set<std::string> locks_of_others_;  // of entries that no broker has workers for
  std::map<Key, std::vector<Awaited>> awaited_;
};

// "Suite" of Suite.Name: names of classes have no dot, names of methods may have.
std::string class_of_method(const std::string& full_name);

}  // namespace carpool
