# Warns of what stands around a call and leaves its tests unseen, or run twice. Looked at where the directory ends,
# since the order of calls is the project's own.

# Reads `call`.
function(_carpool_check_surroundings_later)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _carpool_check_surroundings [==[${call}]==])")
endfunction()

function(_carpool_check_surroundings call)
  # Where testing is switched off on purpose, nobody waits for tests.
  if(NOT CMAKE_TESTING_ENABLED AND (NOT DEFINED BUILD_TESTING OR BUILD_TESTING))
    message(WARNING
      "add_continuous_test(${call}): ctest will not find these tests, since testing is not enabled in\n"
      "  ${CMAKE_CURRENT_SOURCE_DIR}.\n"
      "  Write enable_testing() or include(CTest) in the topmost CMakeLists.txt, before any add_subdirectory()."
    )
  endif()
  get_target_property(discovered ${call} CTEST_DISCOVERED_TEST_COUNTER)
  if(discovered)
    message(WARNING
      "add_continuous_test(${call}): gtest_discover_tests(${call}) is called too, so that ctest runs each test twice.\n"
      "  Take one of the calls out."
    )
  endif()
endfunction()
