# The one list of what a target has to compile to carry the plugin for GoogleTest. The sources include each
# other by relative paths: the target needs no include directory for them.
set(CARPOOL_PLUGIN_GOOGLETEST_SOURCES "${CMAKE_CURRENT_LIST_DIR}/googletest_plugin.cpp")
