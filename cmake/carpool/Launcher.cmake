# The command that stands in front of the executable.

# Sets list_LAUNCHER_* where LAUNCHER was not given: from TEST_LAUNCHER and CROSSCOMPILING_EMULATOR, as
# gtest_discover_tests() reads them.
function(_carpool_default_launcher target)
  if(given_LAUNCHER)
    return()
  endif()
  get_target_property(test_launcher ${target} TEST_LAUNCHER)
  get_target_property(emulator ${target} CROSSCOMPILING_EMULATOR)
  # CMP0158: projects of CMake 3.29 and later mean the emulator for cross-compiling only.
  if(NOT CMAKE_CROSSCOMPILING AND NOT CMAKE_MINIMUM_REQUIRED_VERSION VERSION_LESS 3.29)
    set(emulator "")
  endif()
  set(count 0)
  foreach(command IN ITEMS "${test_launcher}" "${emulator}")
    if(NOT command)
      continue()
    endif()
    foreach(word IN LISTS command)
      set(list_LAUNCHER_${count} "${word}" PARENT_SCOPE)
      math(EXPR count "${count} + 1")
    endforeach()
  endforeach()
  set(list_LAUNCHER_count ${count} PARENT_SCOPE)
endfunction()
