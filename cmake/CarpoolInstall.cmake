# What `cmake --install` puts where. Everything finds its way by relative paths, so that the installed folder can be
# moved.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(_carpool_package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/Carpool")
set(_carpool_plugin_directory "${CMAKE_INSTALL_DATADIR}/carpool/plugin")

install(TARGETS carpool carpool-exec EXPORT CarpoolTargets RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(TARGET carpool-threads)
  install(TARGETS carpool-threads LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/carpool")
endif()
install(EXPORT CarpoolTargets NAMESPACE Carpool:: DESTINATION "${_carpool_package_directory}")

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/CarpoolConfig.cmake.in" "${PROJECT_BINARY_DIR}/CarpoolConfig.cmake"
  INSTALL_DESTINATION "${_carpool_package_directory}"
  PATH_VARS _carpool_plugin_directory
  NO_CHECK_REQUIRED_COMPONENTS_MACRO
)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/CarpoolConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(
  FILES
    "${PROJECT_BINARY_DIR}/CarpoolConfig.cmake" "${PROJECT_BINARY_DIR}/CarpoolConfigVersion.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/AddContinuousTest.cmake"
  DESTINATION "${_carpool_package_directory}"
)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/cmake/carpool" DESTINATION "${_carpool_package_directory}")

install(
  DIRECTORY "${PROJECT_SOURCE_DIR}/plugin/"
  DESTINATION "${_carpool_plugin_directory}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.cpp" PATTERN "*.cmake" PATTERN "*.md"
)
install(
  DIRECTORY "${PROJECT_SOURCE_DIR}/schemas/"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/carpool/schemas"
  FILES_MATCHING PATTERN "*.json" PATTERN "*.md"
)
