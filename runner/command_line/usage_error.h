#pragma once

#include <string>
#include <vector>

namespace carpool {

// What the parser of the command line says of a wrong argument, in words that name the mend:
// "--repeat: Value x not in range 1 to 9999" and the like. What it does not know stays as it is.
std::string usage_error_in_words(const std::string& what);

// Of words that are no option of the verb, and nothing that it takes. `options`: those that it has,
// as they are written.
std::string unexpected_in_words(const std::vector<std::string>& unexpected,
                                const std::vector<std::string>& options);

// --shuffle takes its seed behind an equals sign only, since without a seed an executable may
// follow it. Empty where no word looks like a seed that stands apart.
std::string misplaced_seed(const std::vector<std::string>& words);

}  // namespace carpool
