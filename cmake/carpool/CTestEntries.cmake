# Included by ctest, not by projects: what stands around the entries that `carpool discover` wrote.

# Sees to it that <directory>/entries.cmake is there and fresh. Where it cannot be, adds the one entry that says
# why; it is red. `executable` is empty where the build discovers, else discovery is done here.
function(_carpool_prepare_entries target directory executable runner)
  set(entries "${directory}/entries.cmake")
  if(executable STREQUAL "")
    if(NOT EXISTS "${entries}")
      _carpool_add_problem_entry("${target}_NOT_BUILT" "${target} is not built: build it, then run ctest again.")
    endif()
    return()
  endif()
  if(NOT EXISTS "${executable}")
    file(REMOVE "${entries}")
    _carpool_add_problem_entry("${target}_NOT_BUILT" "${executable} is not built: build it, then run ctest again.")
  elseif(NOT EXISTS "${entries}"
      OR NOT "${entries}" IS_NEWER_THAN "${executable}"
      OR NOT "${entries}" IS_NEWER_THAN "${directory}/manifest.json")
    execute_process(
      COMMAND "${runner}" discover --manifest "${directory}/manifest.json"
      RESULT_VARIABLE result
      OUTPUT_VARIABLE output
      ERROR_VARIABLE output
    )
    if(NOT result STREQUAL "0")
      file(REMOVE "${entries}")
      _carpool_add_problem_entry("${target}_NOT_DISCOVERED" "carpool discover: ${result}\n${output}")
    elseif(NOT output STREQUAL "")
      message(NOTICE "${output}")
    endif()
  endif()
endfunction()

function(_carpool_add_configuration_entry target)
  set(configuration "\"${CTEST_CONFIGURATION_TYPE}\"")
  if(CTEST_CONFIGURATION_TYPE STREQUAL "")
    set(configuration "none")
  endif()
  _carpool_add_problem_entry("${target}_NOT_BUILT"
    "Which configuration of ${target}? ctest was given ${configuration}: choose one by ctest -C <configuration>, or carpool run --build <folder> -C <configuration>."
  )
endfunction()

# The entry that stands for a call none of whose executables has a test to run, shown as skipped: as with
# gtest_discover_tests() that is no failure, but it must not pass unseen either. Reads what entries.cmake set.
function(_carpool_add_empty_entry call)
  if(_carpool_has_entries OR _carpool_why_empty STREQUAL "")
    return()
  endif()
  _carpool_add_problem_entry("${call}_NO_TESTS" "${_carpool_why_empty}")
  set_tests_properties("${call}_NO_TESTS" PROPERTIES SKIP_RETURN_CODE 1)
endfunction()

# An entry that fails with a message. ctest does not know where cmake is; the including script does.
function(_carpool_add_problem_entry name message)
  get_property(cmake GLOBAL PROPERTY _CARPOOL_CMAKE_COMMAND)
  add_test("${name}" "${cmake}" -E env "CARPOOL_PROBLEM=${message}" "${cmake}"
    -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/ProblemEntry.cmake"
  )
endfunction()

# The entry that closes a ctest run: the report of what its entries did. One for all directories of a build.
function(_carpool_add_report_entry runner results)
  get_property(is_there GLOBAL PROPERTY _CARPOOL_HAS_REPORT_ENTRY)
  if(is_there)
    return()
  endif()
  set_property(GLOBAL PROPERTY _CARPOOL_HAS_REPORT_ENTRY TRUE)
  add_test(carpool.report "${runner}" report --results "${results}" --under-ctest)
  set_tests_properties(carpool.report PROPERTIES FIXTURES_CLEANUP carpool_report)
endfunction()
