# The libraries the runner is built from: as the system has them, else from their own repositories.
include_guard(GLOBAL)
include(FetchContent)

# _carpool_dependency(<package> <target> <repository> <tag> [<variable>=<value>...]): makes <target> available. The
# variables are options of the library's own build, set while it is configured.
function(_carpool_dependency package target repository tag)
  if(TARGET ${target})
    return()
  endif()
  find_package(${package} QUIET GLOBAL)
  if(TARGET ${target})
    return()
  endif()
  message(STATUS "Carpool: ${package} is not installed; fetching ${tag} from ${repository}")
  foreach(setting IN LISTS ARGN)
    string(REGEX MATCH "^([^=]+)=(.*)$" matched "${setting}")
    set(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endforeach()
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
  # Some were released for CMake versions that CMake 4 no longer takes for compatible.
  set(CMAKE_POLICY_VERSION_MINIMUM 3.5)
  FetchContent_Declare(${package} GIT_REPOSITORY "${repository}" GIT_TAG "${tag}" GIT_SHALLOW ON)
  FetchContent_MakeAvailable(${package})
  if(NOT TARGET ${target})
    message(FATAL_ERROR "Carpool: ${package} ${tag} does not provide ${target}.\n  Install ${package} and run CMake again.")
  endif()
endfunction()

# What the runner needs, in the versions it is tested with.
function(carpool_find_dependencies)
  _carpool_dependency(TBB TBB::tbb https://github.com/uxlfoundation/oneTBB.git v2021.8.0
    TBB_TEST=OFF TBB_STRICT=OFF
  )
  _carpool_dependency(fmt fmt::fmt-header-only https://github.com/fmtlib/fmt.git 9.1.0)
  _carpool_dependency(nlohmann_json nlohmann_json::nlohmann_json https://github.com/nlohmann/json.git v3.11.2)
  _carpool_dependency(CLI11 CLI11::CLI11 https://github.com/CLIUtils/CLI11.git v2.1.2)
  _carpool_dependency(pugixml pugixml::pugixml https://github.com/zeux/pugixml.git v1.13)
  # Debian has both kinds, and calls the shared one pugixml::pugixml.
  if(TARGET pugixml::static)
    set(CARPOOL_PUGIXML pugixml::static PARENT_SCOPE)
  else()
    set(CARPOOL_PUGIXML pugixml::pugixml PARENT_SCOPE)
  endif()
endfunction()

# What Carpool's own tests need besides.
function(carpool_find_test_dependencies)
  _carpool_dependency(GTest GTest::gtest_main https://github.com/google/googletest.git release-1.12.1 INSTALL_GTEST=OFF)
endfunction()
