# What add_continuous_test() asks of the executable, and what it puts into it.

function(_carpool_check_target target)
  if(NOT TARGET ${target})
    _carpool_fail("there is no target of that name."
      "Call add_executable(${target} ...) first, or give SOURCES to have executables made."
    )
  endif()
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    _carpool_fail("that is an alias." "Name the executable itself: add_continuous_test(${aliased}).")
  endif()
  get_target_property(imported ${target} IMPORTED)
  if(imported)
    _carpool_fail("that is an imported target, which Carpool's plugin cannot be compiled into."
      "Name an executable that this build makes."
    )
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "EXECUTABLE")
    _carpool_fail("that is no executable but a target of type ${type}." "Name an executable, or give SOURCES to have executables made.")
  endif()
  get_target_property(earlier ${target} _CARPOOL_DEFINED_IN)
  if(earlier)
    _carpool_fail("that target has been given to add_continuous_test() before, in ${earlier}."
      "Call it once for each executable."
    )
  endif()
endfunction()

# POST_BUILD commands can only be added where the target was made.
function(_carpool_check_target_directory target)
  get_target_property(directory ${target} SOURCE_DIR)
  if(NOT directory STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    _carpool_fail("that executable was made in another directory: ${directory}."
      "Call add_continuous_test() there, or use DISCOVERY_MODE PRE_TEST."
    )
  endif()
endfunction()

# Compiles the plugin into the target. Its sources keep away from all that projects do to their own: unity
# builds, precompiled headers, code generation, lint, warnings.
function(_carpool_add_plugin target)
  get_property(plugin GLOBAL PROPERTY _CARPOOL_PLUGIN_DIRECTORY)
  include("${plugin}/sources.cmake")
  get_target_property(directory ${target} SOURCE_DIR)
  get_directory_property(known DIRECTORY "${directory}" _CARPOOL_PLUGIN_SOURCES_SET)
  if(NOT known)
    set_property(DIRECTORY "${directory}" PROPERTY _CARPOOL_PLUGIN_SOURCES_SET TRUE)
    set_source_files_properties(${CARPOOL_PLUGIN_GOOGLETEST_SOURCES}
      TARGET_DIRECTORY ${target}
      PROPERTIES
        COMPILE_OPTIONS "$<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-w>"
        CXX_SCAN_FOR_MODULES OFF
        SKIP_AUTOGEN ON
        SKIP_LINTING ON
        SKIP_PRECOMPILE_HEADERS ON
        SKIP_UNITY_BUILD_INCLUSION ON
    )
  endif()
  target_sources(${target} PRIVATE ${CARPOOL_PLUGIN_GOOGLETEST_SOURCES})
  target_include_directories(${target} PRIVATE "${plugin}/include")
  target_compile_features(${target} PRIVATE cxx_std_14)
endfunction()
