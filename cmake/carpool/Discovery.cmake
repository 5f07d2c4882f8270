# Ties `carpool discover` to the build (POST_BUILD) or to the start of ctest (PRE_TEST), and its result to CTest.

# _carpool_add_discovery(<executable target> <directory> <mode>): <directory> holds manifest.json and what is
# discovered; it carries $<CONFIG> with multi-config generators.
function(_carpool_add_discovery target directory mode)
  if(mode STREQUAL "POST_BUILD")
    # The manifest's options decide what is discovered, and only linking discovers anew.
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${directory}/manifest.json")
    add_custom_command(TARGET ${target} POST_BUILD
      BYPRODUCTS "${directory}/entries.cmake" "${directory}/tests.json"
      COMMAND Carpool::carpool discover --manifest "${directory}/manifest.json"
      VERBATIM
    )
  else()
    _carpool_build_runner_first(${target})
  endif()
  _carpool_add_entries(${target} "${directory}" ${mode})
endfunction()

function(_carpool_build_runner_first target)
  get_target_property(runner Carpool::carpool ALIASED_TARGET)
  if(runner)
    add_dependencies(${target} ${runner})
  endif()
endfunction()

# Has CTest include the entries when it runs, or one entry that says what is missing.
function(_carpool_add_entries target directory mode)
  get_property(module_directory GLOBAL PROPERTY _CARPOOL_MODULE_DIRECTORY)
  set(executable "")
  if(mode STREQUAL "PRE_TEST")
    set(executable "$<TARGET_FILE:${target}>")
  endif()
  # The entries of all executables of one call go into one list.
  set(begin_list "")
  if(NOT continues_test_list)
    _carpool_value(TEST_LIST "${call}_TESTS" variable)
    string(CONCAT begin_list
      "set([==[${variable}]==] [==[]==])\n"
      "set(_carpool_has_entries FALSE)\n"
      "set(_carpool_why_empty [==[]==])\n"
    )
  endif()
  set(end_list "")
  if(ends_test_list)
    set(end_list "_carpool_add_empty_entry([==[${call}]==])\n")
  endif()
  string(CONCAT prepare
    "include([==[${module_directory}/CTestEntries.cmake]==])\n"
    "set_property(GLOBAL PROPERTY _CARPOOL_CMAKE_COMMAND [==[${CMAKE_COMMAND}]==])\n"
  )
  string(CONCAT script
    "${prepare}"
    "${begin_list}"
    "_carpool_prepare_entries([==[${target}]==] [==[${directory}]==]\n"
    "  [==[${executable}]==] [==[$<TARGET_FILE:Carpool::carpool>]==])\n"
    "if(EXISTS [==[${directory}/entries.cmake]==])\n"
    "  include([==[${directory}/entries.cmake]==])\n"
    "endif()\n"
    "${end_list}"
    "_carpool_add_report_entry([==[$<TARGET_FILE:Carpool::carpool>]==]\n"
    "  [==[${CMAKE_BINARY_DIR}/Testing/Carpool]==])\n"
  )
  file(GENERATE OUTPUT "${directory}/include.cmake" CONTENT "${script}" TARGET ${target})
  string(REPLACE "$<CONFIG>" "\${CTEST_CONFIGURATION_TYPE}" included "${directory}/include.cmake")
  if(NOT included MATCHES "\\\${CTEST")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${included}")
    return()
  endif()
  # One include file for all configurations; ctest says which it is by -C.
  string(REPLACE "/$<CONFIG>" "" common "${directory}/include_for_configuration.cmake")
  string(CONCAT script
    "if(EXISTS \"${included}\")\n"
    "  include(\"${included}\")\n"
    "else()\n"
    "  ${prepare}"
    "  _carpool_add_configuration_entry([==[${target}]==])\n"
    "endif()\n"
  )
  file(WRITE "${common}" "${script}")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${common}")
endfunction()
