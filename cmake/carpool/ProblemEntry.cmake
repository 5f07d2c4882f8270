# Run by an entry that stands for tests which are not there: says why, and fails.
message(FATAL_ERROR "$ENV{CARPOOL_PROBLEM}")
