#include "manifest/field_reader.h"

#include <nlohmann/json.hpp>

namespace carpool {
namespace {

// Short enough for one line of an error message.
std::string shown(const nlohmann::json& value) {
  constexpr std::size_t kLongest = 80;
  std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text;
}

std::string range_text(std::int64_t least, std::int64_t most) {
  return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
}

// "carpool/tests/v1" where "carpool/manifest/v1" is wanted.
bool is_of_another_kind(const nlohmann::json& found, std::string_view schema) {
  if (!found.is_string()) return false;
  const std::string_view kind = schema.substr(0, schema.rfind('/') + 1);
  const std::string& name = found.get_ref<const std::string&>();
  return name.starts_with("carpool/") && !name.starts_with(kind);
}

}  // namespace

FieldReader::FieldReader(const nlohmann::json& object, std::string mend)
    : object_(object), mend_(std::move(mend)) {}

const nlohmann::json* FieldReader::find(std::string_view key) {
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

const nlohmann::json* FieldReader::require(std::string_view key) {
  const nlohmann::json* const value = find(key);
  if (!value && !error_) {
    error_ = Error{"the key \"" + std::string(key) + "\" is missing; " + mend_};
  }
  return value;
}

void FieldReader::refuse(std::string_view key, std::string_view expected,
                         const nlohmann::json& found) {
  if (error_) return;
  error_ = Error{"the key \"" + std::string(key) + "\" must be " + std::string(expected) +
                 ", but is " + shown(found) + "; " + mend_};
}

std::string FieldReader::text(std::string_view key) {
  const nlohmann::json* const value = require(key);
  if (!value) return {};
  if (value->is_string()) return value->get<std::string>();
  refuse(key, "a string", *value);
  return {};
}

std::string FieldReader::text_or_empty(std::string_view key) {
  return find(key) ? text(key) : std::string();
}

bool FieldReader::flag(std::string_view key) {
  const nlohmann::json* const value = require(key);
  if (!value) return false;
  if (value->is_boolean()) return value->get<bool>();
  refuse(key, "true or false", *value);
  return false;
}

bool FieldReader::flag_or(std::string_view key, bool otherwise) {
  return find(key) ? flag(key) : otherwise;
}

std::int64_t FieldReader::integer(std::string_view key, std::int64_t least, std::int64_t most) {
  require(key);
  return optional_integer(key, least, most).value_or(least);
}

std::optional<std::int64_t> FieldReader::optional_integer(std::string_view key, std::int64_t least,
                                                          std::int64_t most) {
  const nlohmann::json* const value = find(key);
  if (!value) return std::nullopt;
  const bool fits = value->is_number_unsigned()
                        ? value->get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                        : value->is_number_integer() && value->get<std::int64_t>() <= most;
  if (fits && value->get<std::int64_t>() >= least) return value->get<std::int64_t>();
  refuse(key, range_text(least, most), *value);
  return std::nullopt;
}

std::chrono::milliseconds FieldReader::milliseconds(std::string_view key) {
  // As long as fits into the wait of a system call.
  constexpr std::int64_t kLongest = 2'000'000'000;
  return std::chrono::milliseconds(integer(key, 1, kLongest));
}

std::size_t FieldReader::choice(std::string_view key, const std::vector<std::string_view>& words) {
  const nlohmann::json* const value = require(key);
  if (!value) return 0;
  std::string expected;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (value->is_string() && value->get_ref<const std::string&>() == words[i]) return i;
    expected += (i == 0 ? "\"" : " or \"") + std::string(words[i]) + "\"";
  }
  refuse(key, expected, *value);
  return 0;
}

std::size_t FieldReader::choice_or_first(std::string_view key,
                                         const std::vector<std::string_view>& words) {
  return find(key) ? choice(key, words) : 0;
}

std::vector<std::string> FieldReader::texts(std::string_view key) {
  std::vector<std::string> list;
  const nlohmann::json* const value = require(key);
  if (!value) return list;
  if (!value->is_array()) {
    refuse(key, "a list of strings", *value);
    return list;
  }
  for (const nlohmann::json& item : *value) {
    if (item.is_null()) continue;
    if (!item.is_string()) {
      refuse(key, "a list of strings", *value);
      return list;
    }
    list.push_back(item.get<std::string>());
  }
  return list;
}

std::vector<std::string> FieldReader::texts_or_none(std::string_view key) {
  return find(key) ? texts(key) : std::vector<std::string>();
}

std::vector<std::pair<std::string, std::string>> FieldReader::pairs(std::string_view key) {
  std::vector<std::pair<std::string, std::string>> list;
  const nlohmann::json* const value = require(key);
  if (!value) return list;
  if (!value->is_array()) {
    refuse(key, "a list of [name, value]", *value);
    return list;
  }
  for (const nlohmann::json& item : *value) {
    if (!item.is_array() || item.size() != 2 || !item[0].is_string() || !item[1].is_string()) {
      refuse(key, "a list of [name, value]", *value);
      return list;
    }
    list.emplace_back(item[0].get<std::string>(), item[1].get<std::string>());
  }
  return list;
}

Result<nlohmann::json> parse_document(std::string_view bytes, std::string_view schema,
                                      std::string_view mend) {
  nlohmann::json document = nlohmann::json::parse(bytes, nullptr, false);
  if (document.is_discarded() || !document.is_object()) {
    return Error{"not a JSON object; " + std::string(mend)};
  }
  const auto found = document.find("schema");
  if (found == document.end() || *found != schema) {
    const std::string what = "the key \"schema\" must be \"" + std::string(schema) + "\", but is " +
                             (found == document.end() ? "missing" : shown(*found));
    if (found != document.end() && is_of_another_kind(*found, schema)) {
      return Error{what + ": another of Carpool's documents, not the one that is wanted here"};
    }
    return Error{what + ": written by another version of Carpool; " + std::string(mend)};
  }
  return document;
}

}  // namespace carpool
