// What is under test: ranks in a ring, each connected to the next one by TCP.
#ifndef RING_H_
#define RING_H_

#include <cstdint>

class Ring {
 public:
  // Connects this rank to its two neighbours. All `world_size` ranks have to do so together.
  // Throws std::system_error.
  Ring(int rank, int world_size);
  ~Ring();

  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  // Gives `value` to the next rank and returns what the one before has given.
  std::int64_t pass(std::int64_t value);

  // The sum of what all ranks give.
  std::int64_t sum(std::int64_t value);

 private:
  int world_size_;
  int next_ = -1;
  int previous_ = -1;
};

#endif  // RING_H_
