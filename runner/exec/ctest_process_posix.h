#pragma once

#include "exec/wire.h"

namespace carpool::exec {

// The nearest `ctest` above this process; where none is, its parent. All zero where /proc has
// nothing to say.
CtestProcess find_ctest();

// The name space of process ids, such as "pid:[4026531836]"; empty where there is none.
struct NameSpace {
  char text[64];
};
NameSpace find_name_space();

// Whether a debugger or the like holds this process.
bool is_traced();

}  // namespace carpool::exec
