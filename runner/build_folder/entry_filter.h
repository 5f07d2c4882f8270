#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/name_pattern.h"
#include "base/result.h"
#include "manifest/ctest_listing.h"

namespace carpool {

// What a user picks of a build folder's tests, in the words of ctest's options. Empty: everything.
struct EntryWishes {
  std::string names;            // -R
  std::string names_left_out;   // -E
  std::string labels;           // -L
  std::string labels_left_out;  // -LE

  bool operator==(const EntryWishes&) const = default;
};

// Picks tests by names and labels. A name is that of the CTest entry, or the method's own,
// `Suite.Name`, so that one method of a class entry can be picked too.
class EntryFilter {
 public:
  static Result<EntryFilter> create(const EntryWishes& wishes);

  bool takes_labels_of(const CTestEntry& entry) const;
  // Of a method of an entry; an entry that is no class's has none.
  bool takes(const std::string& entry, const std::string& method = {}) const;

 private:
  EntryFilter() = default;

  std::optional<NamePattern> names_;
  std::optional<NamePattern> names_left_out_;
  std::optional<NamePattern> labels_;
  std::optional<NamePattern> labels_left_out_;
};

}  // namespace carpool
