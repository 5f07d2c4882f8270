# Warns of a target that links no GoogleTest. Libraries may be linked after the call and from other directories, so
# this looks when the whole project has been read.
#
# It speaks only where it has seen all that is linked: what may hold GoogleTest in a way that CMake does not show
# (another library's file, a generator expression, a linker flag) keeps it silent, since a false alarm is worse than
# the linker's own error.

function(_carpool_check_framework_later target)
  if(NOT given_FRAMEWORK)
    cmake_language(EVAL CODE "
      cmake_language(DEFER DIRECTORY [==[${CMAKE_SOURCE_DIR}]==]
        CALL _carpool_check_linked_framework [==[${target}]==] [==[${call}]==])
    ")
  endif()
endfunction()

function(_carpool_check_linked_framework target call)
  set(seen "")
  set(waiting "${target}")
  while(NOT waiting STREQUAL "")
    list(POP_FRONT waiting item)
    if(item IN_LIST seen)
      continue()
    endif()
    list(APPEND seen "${item}")
    _carpool_look_at_library("${item}" is_certain more)
    if(NOT is_certain)
      return()
    endif()
    list(APPEND waiting ${more})
  endwhile()
  get_target_property(place ${target} _CARPOOL_DEFINED_IN)
  message(WARNING
    "add_continuous_test(${call}): ${target} does not link GoogleTest.\n"
    "  Write target_link_libraries(${target} PRIVATE GTest::gtest_main) in\n"
    "  ${place}, or GTest::gtest where it has a main() of its own.\n"
    "  FRAMEWORK googletest silences this where GoogleTest comes in a way that CMake cannot see."
  )
endfunction()

# Sets `is_certain` to whether `item`, as it stands in a list of libraries, has nothing of GoogleTest itself, and
# `more` to the libraries that it brings along.
function(_carpool_look_at_library item is_certain more)
  set(${is_certain} FALSE PARENT_SCOPE)
  set(${more} "" PARENT_SCOPE)
  string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" item "${item}")
  if(item MATCHES "^::@" OR item MATCHES "^(-l|-)?(pthread|dl|m|rt)$")
    set(${is_certain} TRUE PARENT_SCOPE)
    return()
  endif()
  if(NOT TARGET "${item}")
    return()
  endif()
  get_target_property(is_imported "${item}" IMPORTED)
  get_target_property(type "${item}" TYPE)
  if(is_imported AND NOT type STREQUAL "INTERFACE_LIBRARY")
    return()
  endif()
  set(flags "${CMAKE_EXE_LINKER_FLAGS} ${CMAKE_CXX_STANDARD_LIBRARIES}")
  set(brought "")
  foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    get_target_property(libraries "${item}" ${property})
    if(libraries)
      list(APPEND brought ${libraries})
    endif()
  endforeach()
  foreach(property IN ITEMS LINK_OPTIONS INTERFACE_LINK_OPTIONS LINK_FLAGS SOURCES INTERFACE_SOURCES)
    get_target_property(value "${item}" ${property})
    if(value)
      string(APPEND flags " ${value}")
    endif()
  endforeach()
  get_target_property(include_directories "${item}" INCLUDE_DIRECTORIES)
  # The plugin is Carpool's own, and its path says "googletest". What the project's folders are called says nothing.
  get_property(plugin GLOBAL PROPERTY _CARPOOL_PLUGIN_DIRECTORY)
  foreach(path IN ITEMS "${plugin}/googletest_plugin.cpp" "${plugin}" "${CMAKE_BINARY_DIR}" "${CMAKE_SOURCE_DIR}")
    string(REPLACE "${path}" "" flags "${flags}")
    string(REPLACE "${path}" "" include_directories "${include_directories}")
  endforeach()
  string(TOLOWER "${item} ${flags} ${include_directories}" text)
  if(text MATCHES "gtest|gmock|googletest|googlemock" OR flags MATCHES "(^|[ ;])-l|\\$<|\\.(o|a|so)( |;|$)")
    return()
  endif()
  set(${is_certain} TRUE PARENT_SCOPE)
  set(${more} "${brought}" PARENT_SCOPE)
endfunction()
