#pragma once

#include <string>

// What main() was told to greet with.
const std::string& greeting();
