#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "base/exit_code.h"

namespace carpool {

// What a verb's command-line definition leaves behind: called when the user chose that verb.
using VerbAction = std::function<ExitCode()>;

// Each adds one verb to the program, its options and an example, and gives its action. One file
// each: <verb>_command.cpp.
VerbAction add_run_verb(CLI::App& program);
VerbAction add_discover_verb(CLI::App& program);
VerbAction add_report_verb(CLI::App& program);
VerbAction add_compare_verb(CLI::App& program);
VerbAction add_export_verb(CLI::App& program);
VerbAction add_dashboard_verb(CLI::App& program);
VerbAction add_history_verb(CLI::App& program);
VerbAction add_merge_verb(CLI::App& program);
VerbAction add_broker_verb(CLI::App& program);

}  // namespace carpool
