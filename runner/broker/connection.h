#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.h"
#include "broker/broker_request.h"
#include "broker/client.h"
#include "process/file_descriptor.h"

namespace carpool {

// The broker's end of the connection to one client.
class Connection final : public Client {
 public:
  explicit Connection(FileDescriptor connected) : connected_(std::move(connected)) {}

  // A client of this user; null where nobody, or somebody else, has come.
  static std::shared_ptr<Connection> accept(const FileDescriptor& listener);

  int descriptor() const { return connected_.number(); }

  // Reads what is there. False where the client is gone.
  bool receive();
  // The request once it has come.
  std::optional<Result<BrokerRequest>> request() const { return reader_.next(); }
  // Whether the client has said since that somebody else is to do it.
  bool taken_back() const { return reader_.has_more(); }
  void accepted() { send({{exec::kAccepted, {}}}); }

  void abandon() override;

 protected:
  bool send(std::initializer_list<Piece> pieces) override;

 private:
  FileDescriptor connected_;
  BrokerRequestReader reader_;
};

}  // namespace carpool
