#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>

namespace carpool {

// Builds one table of Markdown up to a number of rows and says how many more there were. Cells are
// Markdown already.
class MarkdownTable {
 public:
  // `right`: the columns from this one on are numbers.
  MarkdownTable(std::initializer_list<const char*> heads, std::size_t right, std::size_t most_rows);

  // Whether one more row is shown; a refused one is counted.
  bool has_room();
  void add(std::initializer_list<std::string> cells);

  // Empty where there was no row; else with a line of what is left out: "12 more <what>".
  std::string text(const std::string& what) const;

 private:
  std::string text_;
  std::size_t most_rows_;
  std::size_t rows_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace carpool
