#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace carpool {

// Takes the members of one JSON object by key and kind. The first key that is missing or of the
// wrong kind is remembered as the error, so that a document's fields can be read one after another
// and asked about once at the end. Borrows the object.
class FieldReader {
 public:
  FieldReader(const nlohmann::json& object, std::string mend);

  std::string text(std::string_view key);
  std::string text_or_empty(std::string_view key);
  bool flag(std::string_view key);
  bool flag_or(std::string_view key, bool otherwise);
  std::int64_t integer(std::string_view key, std::int64_t least, std::int64_t most);
  std::optional<std::int64_t> optional_integer(std::string_view key, std::int64_t least,
                                               std::int64_t most);
  std::chrono::milliseconds milliseconds(std::string_view key);

  // One of the words; the number of the word in the list. The second takes the first word where
  // the key is missing.
  std::size_t choice(std::string_view key, const std::vector<std::string_view>& words);
  std::size_t choice_or_first(std::string_view key, const std::vector<std::string_view>& words);

  // `null` items are left out: generator expressions that gave nothing.
  std::vector<std::string> texts(std::string_view key);
  std::vector<std::string> texts_or_none(std::string_view key);
  std::vector<std::pair<std::string, std::string>> pairs(std::string_view key);

  const std::optional<Error>& error() const { return error_; }

 private:
  const nlohmann::json* find(std::string_view key);
  const nlohmann::json* require(std::string_view key);
  void refuse(std::string_view key, std::string_view expected, const nlohmann::json& found);

  const nlohmann::json& object_;
  std::string mend_;
  std::optional<Error> error_;
};

// Parses a document and checks its `schema`. `writer` says who writes such files, for the mend.
Result<nlohmann::json> parse_document(std::string_view bytes, std::string_view schema,
                                      std::string_view mend);

}  // namespace carpool
