#include <cstdio>

#include "broker/broker.h"
#include "broker/broker_sockets.h"
#include "command_line/verbs.h"
#include "process/guardian.h"
#include "process/interrupt.h"

namespace carpool {
namespace {

constexpr char kFooter[] =
    "carpool-exec starts it: the CTest entries of add_continuous_test(... GRANULARITY METHOD) are\n"
    "its clients. It keeps the workers of each class alive, ends with the ctest that it serves, "
    "and\n"
    "writes the journal and, where ctest was interrupted, the report. It has no output of its "
    "own.\n"
    "CARPOOL_KEEP_WARM=<seconds> in the environment of ctest: its workers wait so long for the "
    "next\n"
    "ctest, which then pays no start-up.\n"
    "Example:\n"
    "  CARPOOL_KEEP_WARM=600 ctest --test-dir build -R ParserTest.ReadsText\n";

ExitCode serve() {
  FileDescriptor listener = inherited_listener();
  if (!listener) {
    std::fprintf(stderr,
                 "carpool broker: no client has started it: run ctest, or `carpool run` by hand\n");
    return ExitCode::kUsage;
  }
  if (const auto started = Guardian::start(); !started) {
    std::fprintf(stderr, "carpool broker: %s\n", started.error().message.c_str());
    return ExitCode::kCannotRun;
  }
  Interrupt::install();
  serve_as_broker(std::move(listener));
  Guardian::kill_left_behind(0);
  Guardian::stop();
  return ExitCode::kGreen;
}

}  // namespace

VerbAction add_broker_verb(CLI::App& program) {
  CLI::App* const verb = program.add_subcommand(
      "broker", "Keep workers alive for the CTest entries of single methods (ctest starts it)");
  verb->footer(kFooter);
  return serve;
}

}  // namespace carpool
