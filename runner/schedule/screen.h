#pragma once

#include <string_view>

#include "journal/record.h"

namespace carpool {

// What a person sees of a run. Called by the run's owner only, after the journal has the record.
class Screen {
 public:
  virtual ~Screen() = default;
  virtual void show(const Record& record) = 0;
  virtual void show_live(std::string_view bytes) = 0;
  // Called about ten times a second while nothing else happens, and after each bunch of records.
  virtual void refresh() = 0;
};

}  // namespace carpool
