#include "manifest/isolate_globs.h"

#include <algorithm>

#include "base/glob.h"

namespace carpool {
namespace {

bool matches_a_method(const std::string& glob, const std::vector<TestClass>& classes) {
  return std::ranges::any_of(classes, [&](const TestClass& of_class) {
    return std::ranges::any_of(of_class.methods, [&](const TestMethod& method) {
      return matches_glob(glob, of_class.name + "." + method.name);
    });
  });
}

std::string warning(const TargetManifest& manifest, const std::string& glob) {
  return "ISOLATE \"" + glob + "\" of add_continuous_test(" + manifest.target +
         ") matches no method, so it isolates none: it has to match Suite.Name as a whole, such as "
         "\"ParserTest.*\" (" +
         manifest.test_list.string() + " lists the methods); correct it, or leave it out";
}

}  // namespace

bool is_isolated(const TargetManifest& manifest, const std::string& full_name) {
  if (manifest.isolation == Isolation::kProcess) return true;
  return std::ranges::any_of(manifest.isolate, [&](const std::string& pattern) {
    return matches_glob(pattern, full_name);
  });
}

std::vector<std::string> unmatched_isolate(const TargetManifest& manifest,
                                           const std::vector<TestClass>& classes) {
  std::vector<std::string> unmatched;
  std::ranges::copy_if(manifest.isolate, std::back_inserter(unmatched),
                       [&](const std::string& glob) { return !matches_a_method(glob, classes); });
  return unmatched;
}

std::vector<std::string> isolate_warnings(const TargetManifest& manifest, const TestList& tests) {
  std::vector<std::string> unmatched = tests.unmatched_isolate;
  for (const std::filesystem::path& file : manifest.sibling_test_lists) {
    if (unmatched.empty()) return {};
    const Result<TestList> sibling = read_test_names(file);
    if (!sibling) return {};
    std::erase_if(unmatched, [&](const std::string& glob) {
      return std::ranges::find(sibling->unmatched_isolate, glob) ==
             sibling->unmatched_isolate.end();
    });
  }
  std::vector<std::string> warnings;
  for (const std::string& glob : unmatched) warnings.push_back(warning(manifest, glob));
  return warnings;
}

}  // namespace carpool
