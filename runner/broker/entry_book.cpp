#include "broker/entry_book.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <unordered_map>

#include "build_folder/continuous_entry.h"
#include "build_folder/entry_settings.h"

namespace carpool {
namespace {

using Key = EntryBook::Key;

std::optional<Key> method_of(const CTestEntry& entry) {
  const auto what = continuous_entry(entry.command);
  if (!what || what->method.empty()) return std::nullopt;
  return Key{what->manifest.string(), what->method};
}

Key class_of(const Key& method) { return {method.first, class_of_method(method.second)}; }

EntryBook::Entry entry_from(const CTestEntry& listed) {
  EntryBook::Entry entry;
  for (std::string& lock : resource_locks(listed)) entry.locks.insert(std::move(lock));
  entry.run_serial = listed.is_true("RUN_SERIAL");
  if (const auto& limit = listed.items("TIMEOUT"); !limit.empty()) {
    const double seconds = std::strtod(limit.front().c_str(), nullptr);
    entry.has_limit = true;
    if (seconds > 0) entry.limit = std::chrono::milliseconds(std::llround(seconds * 1'000));
  }
  if (const auto& code = listed.items("SKIP_RETURN_CODE"); !code.empty()) {
    int number = 0;
    const std::string& text = code.front();
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec == std::errc()) entry.skip_code = number;
  }
  return entry;
}

// It may never begin, so nobody can wait for it to.
bool is_sure_to_run(const CTestEntry& entry) {
  return !entry.is_true("DISABLED") && entry.items("REQUIRED_FILES").empty();
}

}  // namespace

std::string class_of_method(const std::string& full_name) {
  return full_name.substr(0, full_name.find('.'));
}

EntryBook::EntryBook(const std::vector<CTestEntry>& entries, bool selection_known,
                     bool report_is_sure)
    : selection_known_(selection_known) {
  std::unordered_map<std::string, const CTestEntry*> by_name;
  for (const CTestEntry& entry : entries) {
    by_name.emplace(entry.name, &entry);
    if (const auto method = method_of(entry)) {
      entries_.emplace(*method, entry_from(entry));
    } else {
      for (std::string& lock : resource_locks(entry)) locks_of_others_.insert(std::move(lock));
    }
  }
  for (const CTestEntry& waiting : entries) {
    if (is_report_entry(waiting.command)) {  // ends all workers by itself
      has_report_ = selection_known || report_is_sure;
      continue;
    }
    const auto own = method_of(waiting);
    std::map<Key, Awaited> by_class;
    std::vector<Key> awaited;
    for (const std::string& name : waiting.items("DEPENDS")) {
      const auto found = by_name.find(name);
      const auto method = found == by_name.end() ? std::nullopt : method_of(*found->second);
      if (!method || (own && class_of(*own) == class_of(*method))) continue;
      awaited.push_back(*method);
      Awaited& of_class = by_class[class_of(*method)];
      if (is_sure_to_run(*found->second)) of_class.insert(*method);
    }
    for (const Key& method : awaited) awaited_[method].push_back(by_class[class_of(method)]);
  }
  if (!has_report_) await_all(entries);
}

// As if an entry stood behind each class.
void EntryBook::await_all(const std::vector<CTestEntry>& entries) {
  std::map<Key, Awaited> by_class;
  std::vector<Key> methods;
  for (const CTestEntry& entry : entries) {
    const auto method = method_of(entry);
    if (!method) continue;
    methods.push_back(*method);
    Awaited& of_class = by_class[class_of(*method)];
    if (is_sure_to_run(entry)) of_class.insert(*method);
  }
  for (const Key& method : methods) awaited_[method].push_back(by_class[class_of(method)]);
}

const EntryBook::Entry* EntryBook::find(const Key& method) const {
  const auto found = entries_.find(method);
  return found == entries_.end() ? nullptr : &found->second;
}

bool EntryBook::is_awaited(const Key& method, const std::set<Key>& begun) const {
  const Entry* const entry = find(method);
  if (!entry) return false;
  const auto is_others = [&](const std::string& lock) { return locks_of_others_.contains(lock); };
  if (std::ranges::any_of(entry->locks, is_others)) return true;
  const auto found = awaited_.find(method);
  if (found == awaited_.end()) return false;
  return std::ranges::any_of(found->second, [&](const Awaited& awaited) {
    return !selection_known_ || std::ranges::includes(begun, awaited);
  });
}

}  // namespace carpool
