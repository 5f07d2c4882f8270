# The one list of what the plugin is made of, for GoogleTest. The sources include each other by
# relative paths: a target that compiles them needs no include directory for them.
set(CARPOOL_PLUGIN_GOOGLETEST_SOURCES
  "${CMAKE_CURRENT_LIST_DIR}/protocol/message.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/worker/channel_posix.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/worker/descriptor_posix.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/worker/environment_posix.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/worker/fatal_signals_posix.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/worker/forked_child_posix.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/worker/output_marks_posix.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/worker/process_state_posix.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/worker/stack_trace_posix.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/worker/start_posix.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/googletest/listing.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/googletest/live_suite.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/googletest/method_reports.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/googletest/quiet_printer.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/googletest/registration.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/googletest/service.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/googletest/test_index.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/googletest/worker_listener.cpp"
)
