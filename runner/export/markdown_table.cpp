#include "export/markdown_table.h"

namespace carpool {

MarkdownTable::MarkdownTable(std::initializer_list<const char*> heads, std::size_t right,
                             std::size_t most_rows)
    : most_rows_(most_rows) {
  std::string ruler = "|";
  text_ = "|";
  std::size_t column = 0;
  for (const char* const head : heads) {
    text_ += " " + std::string(head) + " |";
    ruler += column++ >= right ? "---:|" : "---|";
  }
  text_ += "\n" + ruler + "\n";
}

bool MarkdownTable::has_room() {
  if (rows_ < most_rows_) return true;
  ++left_out_;
  return false;
}

void MarkdownTable::add(std::initializer_list<std::string> cells) {
  ++rows_;
  text_ += "|";
  for (const std::string& cell : cells) text_ += " " + cell + " |";
  text_ += "\n";
}

std::string MarkdownTable::text(const std::string& what) const {
  if (rows_ == 0) return {};
  if (left_out_ == 0) return text_;
  return text_ + "\n" + std::to_string(left_out_) + " more " + what + "\n";
}

}  // namespace carpool
