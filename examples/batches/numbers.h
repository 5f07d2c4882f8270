#pragma once

#include <vector>

// The numbers from 1 to count, for any test that needs some.
std::vector<int> numbers_up_to(int count);
