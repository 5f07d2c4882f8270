#include "library/catalogue.h"

#include <chrono>
#include <thread>

namespace library {

Catalogue Catalogue::open() {
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  Catalogue catalogue;
  catalogue.add({"9780201633610", "Design Patterns", 2});
  catalogue.add({"9780131103627", "The C Programming Language", 1});
  catalogue.add({"9780321563842", "The C++ Programming Language", 3});
  return catalogue;
}

void Catalogue::add(const Book& book) { books_[book.isbn] = book; }

bool Catalogue::remove(const std::string& isbn) {
  lent_.erase(isbn);
  return books_.erase(isbn) == 1;
}

const Book* Catalogue::find(const std::string& isbn) const {
  const auto found = books_.find(isbn);
  return found == books_.end() ? nullptr : &found->second;
}

std::vector<std::string> Catalogue::titles_with(const std::string& word) const {
  std::vector<std::string> titles;
  for (const auto& entry : books_) {
    if (entry.second.title.find(word) != std::string::npos) titles.push_back(entry.second.title);
  }
  return titles;
}

bool Catalogue::lend(const std::string& isbn) {
  const Book* book = find(isbn);
  if (book == nullptr || lent_[isbn] >= book->copies) return false;
  ++lent_[isbn];
  return true;
}

bool Catalogue::take_back(const std::string& isbn) {
  const auto lent = lent_.find(isbn);
  if (lent == lent_.end() || lent->second == 0) return false;
  --lent->second;
  return true;
}

}  // namespace library
