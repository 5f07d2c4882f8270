#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "broker/verdict.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"
#include "session/class_run.h"

namespace carpool {

// A target as methods are asked of it.
class KnownTarget {
 public:
  KnownTarget(TargetManifest manifest, TestList tests, std::string stamp);

  struct Place {
    std::size_t of_class = 0;  // index into the test list
    std::size_t method = 0;
  };
  // Where the method of this full name stands; nullopt where there is none.
  std::optional<Place> find(const std::string& full_name) const;

  const TargetManifest& manifest() const { return manifest_; }
  const TestList& tests() const { return tests_; }
  const std::string& class_name(const Place& place) const;
  // The class with all its methods, to be asked for one by one.
  ClassPlan plan(const Place& place) const;

  // Why none of its methods can run on this machine; empty where they can.
  const std::string& lack() const { return lack_; }

  // What CTest takes for a skip of an entry.
  const SkipCode& skip() const { return skip_; }

  // Tells the target as it was read from every other state of its files and its executable.
  const std::string& stamp() const { return stamp_; }

 private:
  const TargetManifest manifest_;
  const TestList tests_;
  const std::string stamp_;
  const std::string lack_;
  const SkipCode skip_;
  std::unordered_map<std::string, Place> places_;
};

// The targets that methods have been asked of, read again where their files have changed.
class TargetCatalogue {
 public:
  Result<std::shared_ptr<const KnownTarget>> find(const std::filesystem::path& manifest);

 private:
  std::map<std::filesystem::path, std::shared_ptr<const KnownTarget>> known_;
};

}  // namespace carpool
