#include "command_line/command_line.h"

#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "base/version.h"
#include "command_line/verbs.h"
#include "process/file_descriptor.h"
#include "process/interrupt.h"

namespace carpool {
namespace {

constexpr char kFooter[] =
    "Exit codes: 0 all green; 1 a test is red; 2 usage; 3 cannot run (missing executable, broken\n"
    "manifest); 4 nothing selected; 70 a bug in Carpool; 130 interrupted.\n"
    "`carpool <verb> --help` tells more, with an example.\n";

using Verb = VerbAction (*)(CLI::App&);

constexpr char kVerbs[] =
    "the verbs are discover, run, report and compare; `carpool --help` tells more";

ExitCode refuse_words_without_verb(const CLI::App& program) {
  const std::vector<std::string> words = program.remaining();
  const std::string what =
      words.empty() ? "a verb is missing" : "there is no verb or option '" + words.front() + "'";
  std::fprintf(stderr, "carpool: %s: %s\n", what.c_str(), kVerbs);
  return ExitCode::kUsage;
}

int run_checked(int argument_count, char** arguments) {
  CLI::App program{"Tests that ride together: live worker processes for CTest", "carpool"};
  program.set_version_flag("--version", std::string("carpool ") + kVersion);
  program.require_subcommand(0, 1);  // which one is missing is told below, by name
  program.footer(kFooter);
  std::vector<std::pair<CLI::App*, VerbAction>> verbs;
  for (const Verb add : {Verb{add_discover_verb}, Verb{add_run_verb}, Verb{add_report_verb},
                         Verb{add_compare_verb}}) {
    VerbAction action = add(program);
    verbs.emplace_back(program.get_subcommands({}).back(), std::move(action));
  }
  try {
    program.parse(argument_count, arguments);
  } catch (const CLI::ExtrasError& error) {
    if (program.get_subcommands().empty())
      return static_cast<int>(refuse_words_without_verb(program));
    program.exit(error);
    return static_cast<int>(ExitCode::kUsage);
  } catch (const CLI::ParseError& error) {
    const bool asked_for_help = program.exit(error) == 0;
    return static_cast<int>(asked_for_help ? ExitCode::kGreen : ExitCode::kUsage);
  }
  for (const auto& [verb, action] : verbs) {
    if (verb->parsed()) return static_cast<int>(action());
  }
  return static_cast<int>(refuse_words_without_verb(program));
}

}  // namespace

int run_command_line(int argument_count, char** arguments) {
  fill_standard_descriptors();
  Interrupt::expect_children();
  try {
    return run_checked(argument_count, arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "carpool: a fault of Carpool's own: %s\n", error.what());
    return static_cast<int>(ExitCode::kBug);
  }
}

}  // namespace carpool
