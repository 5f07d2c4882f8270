# The page that `carpool dashboard` fills. Its front end (dashboard/) is bundled by Node.js; without it, or without its
# packages, all the rest of Carpool is built as ever and the verb says what is missing.
include_guard(GLOBAL)

set(_carpool_dashboard_default OFF)
if(PROJECT_IS_TOP_LEVEL)
  set(_carpool_dashboard_default AUTO)
endif()
set(CARPOOL_DASHBOARD "${_carpool_dashboard_default}" CACHE STRING
  "The page of `carpool dashboard`: ON, OFF, or AUTO, which leaves it out where npm or its packages are not to be had"
)
set_property(CACHE CARPOOL_DASHBOARD PROPERTY STRINGS AUTO ON OFF)
if(NOT CARPOOL_DASHBOARD MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "CARPOOL_DASHBOARD is '${CARPOOL_DASHBOARD}'.\n  Give ON, OFF or AUTO.")
endif()

# What is said where the page cannot be had: an error if it was asked for.
function(_carpool_leave_dashboard_out reason)
  if(CARPOOL_DASHBOARD STREQUAL "ON")
    message(FATAL_ERROR
      "The dashboard cannot be built: ${reason}\n  Mend that, or configure with -DCARPOOL_DASHBOARD=OFF."
    )
  endif()
  message(STATUS "Carpool: without the dashboard: ${reason} (-DCARPOOL_DASHBOARD=ON insists)")
endfunction()

# _carpool_check_node(<result>): why this Node.js cannot bundle the page, or nothing. npm merely warns of one that is too
# old, and the bundler then fails in mid-build with words that name no mend.
function(_carpool_check_node result)
  set(${result} "" PARENT_SCOPE)
  file(READ "${PROJECT_SOURCE_DIR}/dashboard/package.json" package)
  string(JSON wanted GET "${package}" engines node)
  string(REGEX REPLACE "^>=" "" wanted "${wanted}")
  execute_process(
    COMMAND "${CARPOOL_NODE}" --version
    TIMEOUT 60
    RESULT_VARIABLE code
    OUTPUT_VARIABLE version
    ERROR_VARIABLE version
  )
  string(STRIP "${version}" version)
  if(NOT code EQUAL 0 OR NOT version MATCHES "^v([0-9.]+)")
    set(${result} "`${CARPOOL_NODE} --version` ended with '${code}': ${version}" PARENT_SCOPE)
  elseif(CMAKE_MATCH_1 VERSION_LESS wanted)
    set(${result} "${CARPOOL_NODE} is Node.js ${CMAKE_MATCH_1}, and it takes ${wanted} or newer" PARENT_SCOPE)
  endif()
endfunction()

# _carpool_install_packages(<folder> <omitted> <result>): the packages of the lock file, once. A registry that
# cannot be reached is asked once and not waited for; a failure is remembered until somebody insists by ON.
function(_carpool_install_packages folder omitted result)
  set(${result} "" PARENT_SCOPE)
  file(SHA256 "${PROJECT_SOURCE_DIR}/dashboard/package-lock.json" wanted)
  string(APPEND wanted " without '${omitted}'")
  set(installed "")
  if(EXISTS "${folder}/installed")
    file(READ "${folder}/installed" installed)
  endif()
  if(installed STREQUAL wanted)
    return()
  endif()
  if(CARPOOL_DASHBOARD STREQUAL "AUTO" AND CARPOOL_DASHBOARD_FAILED STREQUAL wanted)
    set(${result} "npm could not install its packages when it was last tried" PARENT_SCOPE)
    return()
  endif()
  message(STATUS "Carpool: installing the packages of the dashboard")
  execute_process(
    COMMAND "${CARPOOL_NPM}" ci ${omitted} --ignore-scripts --no-audit --no-fund --fetch-retries=0 --fetch-timeout=20000
    WORKING_DIRECTORY "${folder}"
    TIMEOUT 240
    RESULT_VARIABLE code
    OUTPUT_VARIABLE said
    ERROR_VARIABLE said
  )
  if(code EQUAL 0)
    file(WRITE "${folder}/installed" "${wanted}")
    unset(CARPOOL_DASHBOARD_FAILED CACHE)
    return()
  endif()
  set(CARPOOL_DASHBOARD_FAILED "${wanted}" CACHE INTERNAL "The packages that npm could not install")
  string(REGEX MATCH "npm (error|ERR!) [^\n]*" first_line "${said}")
  set(${result} "`npm ci` in ${folder} ended with '${code}': ${first_line}" PARENT_SCOPE)
endfunction()

# carpool_add_dashboard(<executable target>): builds the page's template and puts it beside the executable. Sets
# CARPOOL_DASHBOARD_FOLDER, where the front end and its packages lie, or leaves it empty.
function(carpool_add_dashboard executable)
  set(CARPOOL_DASHBOARD_FOLDER "" PARENT_SCOPE)
  if(CARPOOL_DASHBOARD STREQUAL "OFF")
    return()
  endif()
  find_program(CARPOOL_NPM npm)
  find_program(CARPOOL_NODE NAMES node nodejs)
  mark_as_advanced(CARPOOL_NPM CARPOOL_NODE)
  if(NOT CARPOOL_NPM OR NOT CARPOOL_NODE)
    _carpool_leave_dashboard_out("npm or node is not on the PATH; Debian's package npm has both")
    return()
  endif()
  _carpool_check_node(problem)
  if(problem)
    _carpool_leave_dashboard_out("${problem}")
    return()
  endif()
  set(folder "${PROJECT_BINARY_DIR}/dashboard")
  foreach(file IN ITEMS package.json package-lock.json .npmrc)
    configure_file("${PROJECT_SOURCE_DIR}/dashboard/${file}" "${folder}/${file}" COPYONLY)
  endforeach()
  set(omitted --omit=dev)
  if(BUILD_TESTING AND PROJECT_IS_TOP_LEVEL)
    set(omitted "")
  endif()
  _carpool_install_packages("${folder}" "${omitted}" problem)
  if(problem)
    _carpool_leave_dashboard_out("${problem}")
    return()
  endif()
  _carpool_add_template("${folder}" ${executable})
  set(CARPOOL_DASHBOARD_FOLDER "${folder}" PARENT_SCOPE)
endfunction()

# Node.js looks for packages above the files that want them, so the sources are copied to where the packages are.
function(_carpool_add_template folder executable)
  set(template "${folder}/carpool-dashboard.html")
  set(origin "${PROJECT_SOURCE_DIR}/dashboard")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    "${origin}/source/*" "${origin}/tests/*" "${origin}/*.mjs" "${origin}/tsconfig.json"
  )
  add_custom_command(
    OUTPUT "${template}"
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${folder}/source" "${folder}/tests"
    COMMAND "${CMAKE_COMMAND}" -E copy_directory "${origin}/source" "${folder}/source"
    COMMAND "${CMAKE_COMMAND}" -E copy_directory "${origin}/tests" "${folder}/tests"
    COMMAND "${CMAKE_COMMAND}" -E copy "${origin}/build.mjs" "${origin}/tsconfig.json" "${folder}"
    COMMAND "${CARPOOL_NODE}" build.mjs "${template}"
    DEPENDS ${sources} "${folder}/package-lock.json"
    WORKING_DIRECTORY "${folder}"
    COMMENT "Bundling the dashboard"
    VERBATIM
  )
  add_custom_target(carpool-dashboard ALL
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${template}" "$<TARGET_FILE_DIR:${executable}>"
    DEPENDS "${template}"
    VERBATIM
  )
  if(CARPOOL_INSTALL)
    include(GNUInstallDirs)
    install(FILES "${template}" DESTINATION "${CMAKE_INSTALL_DATADIR}/carpool")
  endif()
endfunction()
