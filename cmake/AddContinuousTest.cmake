#[=======================================================================[
add_continuous_test
-------------------

(reference follows)
#]=======================================================================]

include_guard(GLOBAL)

set_property(GLOBAL PROPERTY _CARPOOL_MODULE_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}/carpool")
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../plugin/sources.cmake")
  get_filename_component(_carpool_plugin_directory "${CMAKE_CURRENT_LIST_DIR}/../plugin" ABSOLUTE)
  set_property(GLOBAL PROPERTY _CARPOOL_PLUGIN_DIRECTORY "${_carpool_plugin_directory}")
  unset(_carpool_plugin_directory)
endif()

include("${CMAKE_CURRENT_LIST_DIR}/carpool/Arguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Discovery.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/JsonText.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Launcher.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Manifest.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Properties.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Target.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/carpool/Values.cmake")

set(CARPOOL_GRANULARITY CLASS CACHE STRING "What one CTest entry of add_continuous_test() runs: a CLASS")

function(add_continuous_test)
  set(call "${ARGV0}")
  if(ARGC EQUAL 0)
    _carpool_fail("no target is named." "Write add_continuous_test(<target> ...).")
  endif()
  # Only here are the arguments exactly as they were written; lists would not carry all of them.
  math(EXPR last "${ARGC} - 1")
  foreach(index RANGE ${last})
    set(argument_${index} "${ARGV${index}}")
  endforeach()
  _carpool_parse_arguments(${ARGC})
  _carpool_check_supported()
  if(given_SOURCES)
    _carpool_add_batches()
  else()
    _carpool_add_target(${call})
  endif()
endfunction()

# One executable that exists: `target`. Reads `call` and the parsed arguments.
function(_carpool_add_target target)
  if(NOT DEFINED CMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE)
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
  _carpool_add_plugin(${target})
  _carpool_write_manifest(${target} "${directory}")
  _carpool_add_discovery(${target} "${directory}" ${mode})
endfunction()

# What other versions will do, and what this one does not.
function(_carpool_check_supported)
  _carpool_choice_so_far(FRAMEWORK googletest framework NOW googletest LATER catch2 doctest boost)
  _carpool_choice_so_far(GRANULARITY "${CARPOOL_GRANULARITY}" granularity NOW CLASS LATER METHOD TARGET)
  _carpool_whole_number(WORLD_SIZE 1 1 world_size)
  if(NOT world_size EQUAL 1)
    _carpool_fail("WORLD_SIZE is \"${world_size}\", which this version does not support."
      "This version supports WORLD_SIZE 1."
    )
  endif()
  if(given_XML_OUTPUT_DIR)
    _carpool_fail("XML_OUTPUT_DIR is not supported: a process that runs many tests would write one file for all."
      "Leave it out. For JUnit XML use ctest --output-junit <file>; each method's result is in Testing/Carpool/report.json."
    )
  endif()
  if(NOT given_SOURCES AND (given_BATCH OR given_LINK_LIBRARIES))
    _carpool_fail("BATCH and LINK_LIBRARIES belong to executables made from SOURCES." "Give SOURCES too, or leave them out.")
  endif()
endfunction()
