#include "broker/broker_request.h"

#include <charconv>
#include <cstring>
#include <utility>

namespace carpool {
namespace {

template <typename Number>
bool read_number(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// The strings between the NULs; nullopt where there are not just so many.
std::optional<std::vector<std::string>> split(std::string_view bytes, std::size_t count) {
  std::vector<std::string> strings;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\0');
    if (end == std::string_view::npos || strings.size() == count) return std::nullopt;
    strings.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end + 1);
  }
  if (strings.size() != count) return std::nullopt;
  return strings;
}

Result<BrokerRequest> request_from(std::vector<std::string> strings) {
  BrokerRequest request;
  const std::string& what = strings[exec::kWhat];
  if (what == exec::kAlive) {
    request.what = BrokerRequest::What::kAlive;
    return request;
  }
  if (what != exec::kRun && what != exec::kFinish) {
    return Error{"a request of an unknown kind: " + what.substr(0, 40)};
  }
  request.what = what == exec::kRun ? BrokerRequest::What::kRun : BrokerRequest::What::kFinish;
  if (!read_number(strings[exec::kProcess], request.ctest.process_id) ||
      !read_number(strings[exec::kStartTicks], request.ctest.start_ticks)) {
    return Error{"a request that does not say which ctest it is part of"};
  }
  request.ctest.is_ctest = strings[exec::kIsCtest] == "1";
  request.manifest = strings[exec::kManifest];
  request.method = std::move(strings[exec::kMethod]);
  request.directory = strings[exec::kDirectory];
  request.environment.assign(std::make_move_iterator(strings.begin() + exec::kFields),
                             std::make_move_iterator(strings.end()));
  return request;
}

}  // namespace

std::optional<exec::RequestHeader> BrokerRequestReader::header() const {
  exec::RequestHeader header;
  if (bytes_.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, bytes_.data(), sizeof header);
  return header;
}

std::optional<Result<BrokerRequest>> BrokerRequestReader::next() const {
  const auto begin = header();
  if (!begin) return std::nullopt;
  if (begin->size > exec::kLargestRequest || begin->strings < exec::kFields) {
    return Result<BrokerRequest>(Error{"what came is no request"});
  }
  if (bytes_.size() < sizeof *begin + begin->size) return std::nullopt;
  auto strings = split(std::string_view(bytes_).substr(sizeof *begin, begin->size), begin->strings);
  if (!strings) return Result<BrokerRequest>(Error{"what came is no request"});
  return request_from(std::move(*strings));
}

bool BrokerRequestReader::has_more() const {
  const auto begin = header();
  return begin && bytes_.size() > sizeof *begin + begin->size;
}

bool BrokerRequestReader::is_over() const {
  const auto begin = header();
  return begin && (begin->size > exec::kLargestRequest || has_more());
}

std::string encode(const BrokerRequest& request) {
  std::string strings;
  const auto add = [&](std::string_view text) {
    strings += text;
    strings += '\0';
  };
  add(request.what == BrokerRequest::What::kRun ? exec::kRun : exec::kFinish);
  add(std::to_string(request.ctest.process_id));
  add(std::to_string(request.ctest.start_ticks));
  add(request.ctest.is_ctest ? "1" : "0");
  add(request.manifest.string());
  add(request.method);
  add(request.directory.string());
  for (const std::string& variable : request.environment) add(variable);
  const exec::RequestHeader header{
      static_cast<std::uint32_t>(strings.size()),
      static_cast<std::uint32_t>(exec::kFields + request.environment.size())};
  std::string bytes(sizeof header, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes + strings;
}

}  // namespace carpool
