#pragma once

#include <map>
#include <string>
#include <vector>

namespace library {

struct Book {
  std::string isbn;
  std::string title;
  int copies = 1;
};

// All books of the library. Opening it takes 150 ms, as a database or a device might: what a test
// suite wants to pay once, not for each test.
class Catalogue {
 public:
  static Catalogue open();

  void add(const Book& book);
  bool remove(const std::string& isbn);
  const Book* find(const std::string& isbn) const;
  std::vector<std::string> titles_with(const std::string& word) const;
  std::size_t size() const { return books_.size(); }

  // Takes one copy away or brings it back; false if there is none to lend or none is out.
  bool lend(const std::string& isbn);
  bool take_back(const std::string& isbn);

 private:
  Catalogue() = default;

  std::map<std::string, Book> books_;
  std::map<std::string, int> lent_;
};

}  // namespace library
