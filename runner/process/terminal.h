#pragma once

namespace carpool {

// Whether standard output is a terminal that a person watches and wants redrawn: not with NO_COLOR
// (no-color.org), not with TERM=dumb.
bool standard_output_is_terminal();

// Columns of that terminal; 80 where it does not say.
int terminal_width();

}  // namespace carpool
