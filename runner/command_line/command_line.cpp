#include "command_line/command_line.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/last_resort.h"
#include "base/version.h"
#include "command_line/help_layout.h"
#include "command_line/usage_error.h"
#include "command_line/verbs.h"
#include "manifest/manifest_place.h"
#include "process/file_descriptor.h"
#include "process/interrupt.h"

namespace carpool {
namespace {

constexpr char kFooter[] =
    "Exit codes: 0 all green; 1 a test is red; 2 usage; 3 cannot run (missing executable, broken\n"
    "manifest); 4 nothing selected; 70 a bug in Carpool; 130 interrupted.\n"
    "`carpool <verb> --help` tells more, with an example.\n";

struct Verb {
  std::string_view name;
  VerbAction (*add)(CLI::App&);
};

constexpr std::array kAllVerbs{
    Verb{"discover", add_discover_verb}, Verb{"run", add_run_verb},
    Verb{"report", add_report_verb},     Verb{"compare", add_compare_verb},
    Verb{"export", add_export_verb},     Verb{"dashboard", add_dashboard_verb},
    Verb{"history", add_history_verb},   Verb{"merge", add_merge_verb},
    Verb{"broker", add_broker_verb},
};

// Those that the words can mean. ctest starts `carpool` for each entry, and to define the options
// of all verbs takes as long as to read those of one and do what they ask for.
std::span<const Verb> possible_verbs(std::span<char* const> words) {
  if (words.empty()) return kAllVerbs;
  const std::string_view first = words.front();
  if (first == "--version" && words.size() == 1) return {};
  const auto named = std::ranges::find(kAllVerbs, first, &Verb::name);
  if (named == kAllVerbs.end()) return kAllVerbs;
  return {named, 1};
}

constexpr char kVerbs[] =
    "the verbs are discover, run, report, compare, export, dashboard, history and merge; `carpool "
    "--help` tells more";

ExitCode refuse_words_without_verb(const CLI::App& program) {
  const std::vector<std::string> words = program.remaining();
  const std::string what =
      words.empty() ? "a verb is missing" : "there is no verb or option '" + words.front() + "'";
  std::fprintf(stderr, "carpool: %s: %s\n", what.c_str(), kVerbs);
  return ExitCode::kUsage;
}

std::vector<std::string> options_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// What CLI11 says of a wrong argument, as one line like any other of Carpool's, with the mend.
ExitCode refuse_arguments(const CLI::App& program, const CLI::ParseError& error) {
  const auto verbs = program.get_subcommands();
  const std::string who =
      verbs.empty() ? "carpool" : "carpool " + std::string(verbs.front()->get_name());
  const std::vector<std::string> unexpected = program.remaining(true);
  const std::string what = verbs.empty() || unexpected.empty()
                               ? usage_error_in_words(error.what())
                               : unexpected_in_words(unexpected, options_of(*verbs.front()));
  std::string mend = "`" + who + " --help` tells more";
  if (what.find("--manifest") != std::string::npos) mend = kWhereManifestsAre + ("; " + mend);
  const char* const joint = what.ends_with('?') ? "" : ";";
  std::fprintf(stderr, "%s: %s%s %s\n", who.c_str(), what.c_str(), joint, mend.c_str());
  return ExitCode::kUsage;
}

// Two things that CLI11 would take for others: ctest's users write -LE, which is not -L with the
// value E; and what stands behind -- are arguments for the executable that a verb is to run.
std::vector<std::string> words_of(int argument_count, char** arguments) {
  std::vector<std::string> words;
  bool for_executable = false;
  for (const std::string word : std::span(arguments + 1, arguments + argument_count)) {
    if (for_executable) {
      words.push_back("--argument=" + word);
    } else if (word == "--") {
      for_executable = true;
    } else {
      words.push_back(word == "-LE" ? "--label-exclude" : word);
    }
  }
  std::ranges::reverse(words);  // as CLI11 wants them
  return words;
}

int run_checked(int argument_count, char** arguments) {
  CLI::App program{"Tests that ride together: live worker processes for CTest", "carpool"};
  program.set_version_flag("--version", std::string("carpool ") + kVersion);
  program.formatter(std::make_shared<HelpLayout>());
  program.require_subcommand(0, 1);  // which one is missing is told below, by name
  program.footer(kFooter);
  std::vector<std::pair<CLI::App*, VerbAction>> verbs;
  const std::span<char* const> words(arguments + 1, arguments + argument_count);
  for (const Verb& verb : possible_verbs(words)) {
    VerbAction action = verb.add(program);
    verbs.emplace_back(program.get_subcommands({}).back(), std::move(action));
  }
  const std::string seed = misplaced_seed({words.begin(), words.end()});
  if (!seed.empty()) {
    std::fprintf(stderr, "carpool run: %s\n", seed.c_str());
    return static_cast<int>(ExitCode::kUsage);
  }
  try {
    program.parse(words_of(argument_count, arguments));
  } catch (const CLI::ExtrasError& error) {
    const bool has_verb = !program.get_subcommands().empty();
    return static_cast<int>(has_verb ? refuse_arguments(program, error)
                                     : refuse_words_without_verb(program));
  } catch (const CLI::Success& asked_for_help) {
    program.exit(asked_for_help);
    return static_cast<int>(ExitCode::kGreen);
  } catch (const CLI::ParseError& error) {
    return static_cast<int>(refuse_arguments(program, error));
  }
  for (const auto& [verb, action] : verbs) {
    if (verb->parsed()) return static_cast<int>(action());
  }
  return static_cast<int>(refuse_words_without_verb(program));
}

}  // namespace

int run_command_line(int argument_count, char** arguments) {
  tell_of_uncaught_exceptions();
  fill_standard_descriptors();
  Interrupt::expect_children();
  try {
    return run_checked(argument_count, arguments);
  } catch (const std::exception& error) {
    return static_cast<int>(tell_unhandled(error));
  }
}

}  // namespace carpool
