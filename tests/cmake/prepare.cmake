# Installs Carpool and moves what was installed.
#   cmake -D BUILD=... -D CONFIG=... -D PREFIX=... -P prepare.cmake
file(REMOVE_RECURSE "${PREFIX}" "${PREFIX}.first")
execute_process(
  COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${PREFIX}.first"
  COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET
)
file(RENAME "${PREFIX}.first" "${PREFIX}")
