#include "command_line/command_line.h"

int main(int argument_count, char** arguments) {
  return carpool::run_command_line(argument_count, arguments);
}
