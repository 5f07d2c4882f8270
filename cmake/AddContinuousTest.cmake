#[=======================================================================[
add_continuous_test
-------------------

Adds the tests of a GoogleTest executable to CTest, one entry for each test class (or method, or one for all), and lets
the methods of a class share a live process. Takes the place of gtest_discover_tests(); renaming the call is the whole migration.

    add_continuous_test(<target>
                        [EXTRA_ARGS <arg>...] [WORKING_DIRECTORY <dir>]
                        [TEST_PREFIX <text>] [TEST_SUFFIX <text>] [TEST_FILTER <pattern>...]
                        [NO_PRETTY_TYPES] [NO_PRETTY_VALUES]
                        [PROPERTIES <name> <value>...] [TEST_LIST <variable>]
                        [DISCOVERY_TIMEOUT <seconds>] [DISCOVERY_MODE POST_BUILD|PRE_TEST]
                        [DISCOVERY_EXTRA_ARGS <arg>...]
                        [FRAMEWORK googletest] [GRANULARITY CLASS|METHOD|TARGET] [WORLD_SIZE <n>] [PEER_GRACE <seconds>]
                        [MIN_PROCESSORS <n>] [MIN_DEVICES <n> <glob>...]
                        [WORKERS <n>]
                        [REUSE CLASS|TARGET] [ISOLATION SHARED|PROCESS] [ISOLATE <glob>...]
                        [TEST_TIMEOUT <seconds>] [STARTUP_TIMEOUT <seconds>]
                        [RECYCLE_AFTER <n>] [RETRIES <n>] [LAUNCHER <command>...])

    add_continuous_test(<name> SOURCES <file>... [LINK_LIBRARIES <library>...] [BATCH CLASS|ALL] [<options as above>])

The first form takes an executable of this build. Carpool's plugin is compiled into it; without the runner around it
the executable stays what it was. The libraries may be linked before or after the call.

The second form makes the executables. The sources are read for test macros, files that have a part of the same
class are put together, and each such group becomes one executable, <name>.<Class>; a file without tests (helpers, a
main) goes into all of them. With BATCH ALL everything becomes one executable, <name>. CMake reads the sources anew
when one of them changes. Macros of your own that expand to TEST() are not seen.

The entries are named <TEST_PREFIX><target>.<Class><TEST_SUFFIX>, or as GRANULARITY says. Each instantiation of a parameterised or typed suite
is a class of its own. One more entry, carpool.report, closes each run of ctest with the report.

Values may hold anything, semicolons, quotes and newlines among it; generator expressions in them are evaluated.

EXTRA_ARGS <arg>...
  Arguments for the executable when it runs tests.
WORKING_DIRECTORY <dir>
  Where the executable is run and listed. Default: the current binary directory.
TEST_PREFIX <text>, TEST_SUFFIX <text>
  Stand around the name of each entry.
TEST_FILTER <pattern>...
  A GoogleTest filter: only matching tests are known to CTest. Several are joined by colons. Where nothing matches,
  the build warns, and CTest shows one entry, <target>_NO_TESTS, as skipped.
NO_PRETTY_TYPES, NO_PRETTY_VALUES
  With GRANULARITY METHOD: an index in the place of a type, of a value. Class entries carry the class's own name in any
  case.
PROPERTIES <name> <value>...
  Properties of each entry; list values arrive whole. TIMEOUT is the limit of one method, not of the class.
  Properties that judge one method's output (WILL_FAIL, PASS_REGULAR_EXPRESSION and the like) are for GRANULARITY METHOD
  and are refused with any other.
TEST_LIST <variable>
  Holds the entries' names for scripts in TEST_INCLUDE_FILES. Default: <target>_TESTS.
DISCOVERY_TIMEOUT <seconds>
  How long listing the tests may take. Default: 5.
DISCOVERY_MODE POST_BUILD|PRE_TEST
  When the tests are listed: after linking, or when ctest starts. Default:
  CMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE, else POST_BUILD.
DISCOVERY_EXTRA_ARGS <arg>...
  Arguments for the executable when it lists its tests.
FRAMEWORK googletest
  The test framework. This version knows GoogleTest, 1.10 and later. Where it is not given and the target links
  no GoogleTest, CMake warns.
GRANULARITY CLASS|METHOD|TARGET
  What one entry of CTest runs. Default: the cache variable CARPOOL_GRANULARITY, which is CLASS.
  CLASS: a class.
  METHOD: one method, with the name and the properties that gtest_discover_tests() of this CMake gives it; the methods of a
  class share live processes all the same. CTest starts no more of them at once than WORKERS, by a RESOURCE_LOCK that is
  added to those of PROPERTIES.
  TARGET: all tests of the executable, in one entry named <TEST_PREFIX><target><TEST_SUFFIX> (with SOURCES, of each
  executable, by its name). It runs as many processes at once as the property PROCESSORS of the entry grants.
WORLD_SIZE <n>
  Ranks, processes that run each method together: a gang. Each sees RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE,
  MASTER_ADDR and MASTER_PORT, and <carpool/rank.h>. Default: 1.
PEER_GRACE <seconds>
  How long the other ranks may stay in a method in which one has failed. Default: 5.
MIN_PROCESSORS <n>
  On a machine that grants fewer processors all tests are skipped, before a process is started.
MIN_DEVICES <n> <glob>...
  The same where fewer files match the globs, such as MIN_DEVICES 2 "/dev/nvidia[0-9]*".
WORKERS <n>
  Processes (with WORLD_SIZE: gangs) that may share the methods of a class in parallel. Default: 1.
REUSE CLASS|TARGET
  CLASS: a new process for each class. TARGET: one may go on to the next class, where several are run together: by
  `carpool run` or GRANULARITY TARGET. Default: CLASS.
ISOLATION SHARED|PROCESS
  SHARED: methods share a process. PROCESS: each has one of its own. Default: SHARED.
ISOLATE <glob>...
  Methods that always get a process of their own. A glob matches Suite.Name as a whole; one that matches no method
  of the call is a warning of the build and of the report, not an error: a test may be there on some platforms only.
TEST_TIMEOUT <seconds>
  The limit of one method. Default: PROPERTIES TIMEOUT, else CTEST_TEST_TIMEOUT, else CTest's 1500.
STARTUP_TIMEOUT <seconds>
  From the start of a process until it is ready, suite set-up apart. Default: 60.
RECYCLE_AFTER <n>
  A new process after n methods. Default: never.
RETRIES <n>
  Attempts in a fresh process after a failure; a pass then is reported as flaky. Default: 0.
LAUNCHER <command>...
  Stands before the executable: "valgrind", "env X=1". Default: the target's TEST_LAUNCHER and
  CROSSCOMPILING_EMULATOR.

An unknown or misspelt keyword or property, a keyword without a value, a bad value, a target that is no executable or that was
given before stops CMake with a message that says what to write instead. Where testing is not enabled, or gtest_discover_tests()
was called for the same target, it warns.
#]=======================================================================]

include_guard(GLOBAL)

# Functions keep the policies under which they were defined: not those of the project that includes this file.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

set_property(GLOBAL PROPERTY _CARPOOL_MODULE_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}/carpool")
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../plugin/sources.cmake")
  get_filename_component(_carpool_plugin_directory "${CMAKE_CURRENT_LIST_DIR}/../plugin" ABSOLUTE)
  set_property(GLOBAL PROPERTY _CARPOOL_PLUGIN_DIRECTORY "${_carpool_plugin_directory}")
  unset(_carpool_plugin_directory)
endif()

include("${CMAKE_CURRENT_LIST_DIR}/carpool/Arguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Batches.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Discovery.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/JsonText.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Launcher.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/LinkedFramework.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Manifest.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Properties.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/SourceGroups.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/SourceScan.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Surroundings.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Target.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Values.cmake")

set(CARPOOL_GRANULARITY CLASS CACHE STRING "What one CTest entry of add_continuous_test() runs: a CLASS, a METHOD or a TARGET")
set_property(CACHE CARPOOL_GRANULARITY PROPERTY STRINGS CLASS METHOD TARGET)

function(add_continuous_test)
  set(call "${ARGV0}")
  if(call STREQUAL "")
    _carpool_fail("no target is named." "Write add_continuous_test(<target> ...).")
  endif()
  # Only here are the arguments exactly as they were written; lists would not carry all of them.
  math(EXPR last "${ARGC} - 1")
  foreach(index RANGE ${last})
    set(argument_${index} "${ARGV${index}}")
  endforeach()
  _carpool_parse_arguments(${ARGC})
  _carpool_check_supported()
  if(NOT TARGET Carpool::carpool)
    _carpool_fail("the runner is not known here." "Call find_package(Carpool) in this directory or one above it.")
  endif()
  set(continues_test_list FALSE)
  set(ends_test_list TRUE)
  set(batch_executables "")
  if(given_SOURCES)
    _carpool_add_batches()
  else()
    _carpool_add_target(${call})
  endif()
  _carpool_check_surroundings_later()
endfunction()

# One executable that exists: `target`. Reads `call` and the parsed arguments.
function(_carpool_add_target target)
  if(NOT CMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE)
    set(CMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE POST_BUILD)
  endif()
  _carpool_choice(DISCOVERY_MODE "${CMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE}" mode POST_BUILD PRE_TEST)
  _carpool_check_target(${target})
  if(mode STREQUAL "POST_BUILD")
    _carpool_check_target_directory(${target})
  endif()
  set_target_properties(${target} PROPERTIES _CARPOOL_DEFINED_IN "${CMAKE_CURRENT_LIST_FILE}")
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/carpool.tests/${target}")
  get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(is_multi_config)
    string(APPEND directory "/$<CONFIG>")
  endif()
  _carpool_write_manifest(${target} "${directory}")
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if(NOT "${call}.common-objects" IN_LIST libraries)
    _carpool_add_plugin(${target})
  endif()
  _carpool_check_framework_later(${target})
  _carpool_add_discovery(${target} "${directory}" ${mode})
endfunction()

# What other versions will do, and what this one does not.
function(_carpool_check_supported)
  _carpool_choice_so_far(FRAMEWORK googletest framework NOW googletest LATER catch2 doctest boost)
  if(given_XML_OUTPUT_DIR)
    _carpool_fail("XML_OUTPUT_DIR is not supported: a process that runs many tests would write one file for all."
      "Leave it out. JUnit XML of each method: carpool export junit -o <file>, or CARPOOL_EXPORT=junit:<file> ctest."
    )
  endif()
  if(NOT given_SOURCES AND (given_BATCH OR given_LINK_LIBRARIES))
    _carpool_fail("BATCH and LINK_LIBRARIES belong to executables made from SOURCES." "Give SOURCES too, or leave them out.")
  endif()
endfunction()

cmake_policy(POP)
