#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "exec/wire.h"

namespace carpool {

// What a client asks the broker for.
struct BrokerRequest {
  enum class What {
    kRun,     // run a method
    kFinish,  // close the record of the run: its ctest has come to the report
    kAlive,   // say anything
  };
  What what = What::kRun;
  exec::CtestProcess ctest{};
  std::filesystem::path manifest;  // of kFinish: the results directory
  std::string method;              // Suite.Name
  std::filesystem::path directory;
  std::vector<std::string> environment;  // NAME=value
};

// Takes a request out of the bytes of a connection, which come in pieces. Bounded: a request that
// says to be larger than any is none.
class BrokerRequestReader {
 public:
  void feed(std::string_view bytes) {
    if (!is_over()) bytes_.append(bytes);
  }

  // The request once it is complete; an error where it is none.
  std::optional<Result<BrokerRequest>> next() const;

  // Whether something has come behind it: the client has taken it back.
  bool has_more() const;

  // Whether what is to come does not matter any more: that is not kept.
  bool is_over() const;

 private:
  // Once it has come.
  std::optional<exec::RequestHeader> header() const;

  std::string bytes_;
};

// A request as it is sent.
std::string encode(const BrokerRequest& request);

}  // namespace carpool
