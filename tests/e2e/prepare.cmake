# Installs Carpool and builds the victims against the installed package, as a user would.
#   cmake -D BUILD=... -D VICTIMS=... -D PREFIX=... -D VICTIMS_BUILD=... -D CONFIG=... -P prepare.cmake [-- cache arguments]
file(REMOVE_RECURSE "${PREFIX}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${PREFIX}"
  COMMAND_ERROR_IS_FATAL ANY
)
# Unoptimised: quicker to build, and every function of a victim is there to be seen in its stacks.
execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${VICTIMS}" -B "${VICTIMS_BUILD}" -G "${GENERATOR}"
    "-DCMAKE_BUILD_TYPE=Debug" "-DCMAKE_PREFIX_PATH=${PREFIX}"
    "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${COMPILER_LAUNCHER}"
    "-DGTest_DIR=${GTEST_DIRECTORY}" -DCMAKE_EXE_LINKER_FLAGS=-rdynamic
  COMMAND_ERROR_IS_FATAL ANY
)
execute_process(
  COMMAND "${CMAKE_COMMAND}" --build "${VICTIMS_BUILD}" --parallel 2 COMMAND_ERROR_IS_FATAL ANY
)
