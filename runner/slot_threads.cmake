# How `carpool` gets at oneTBB. ctest starts `carpool` once for each entry, mostly for one class on one slot, which needs
# no oneTBB. So where it can, the executable brings its C++ library with it and loads oneTBB, with the shared C++ library
# that this needs, only for a run with several slots: from a module beside it. That halves its start-up.
include(CheckCXXSourceCompiles)
include(GNUInstallDirs)

set(CMAKE_REQUIRED_LINK_OPTIONS -static-libstdc++ -static-libgcc)
check_cxx_source_compiles("#include <string>\nint main(int n, char**) { return static_cast<int>(std::string(n, 'a').size()); }"
  CARPOOL_CAN_LINK_STATIC_RUNTIME
)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
# A shared library in C++ would bring a second C++ library into every run.
get_target_property(_carpool_pugixml_kind ${CARPOOL_PUGIXML} TYPE)
set(_carpool_static_runtime OFF)
if(CARPOOL_CAN_LINK_STATIC_RUNTIME AND _carpool_pugixml_kind STREQUAL STATIC_LIBRARY AND NOT CARPOOL_SANITIZE)
  set(_carpool_static_runtime ON)
endif()
option(CARPOOL_STATIC_RUNTIME "Link carpool with a static C++ library; it starts in half the time" ${_carpool_static_runtime})
if(CARPOOL_STATIC_RUNTIME AND NOT _carpool_static_runtime)
  message(FATAL_ERROR "CARPOOL_STATIC_RUNTIME is ON, which takes a static libstdc++ and pugixml, and no sanitizer.\n"
    "Install them, or give -DCARPOOL_STATIC_RUNTIME=OFF."
  )
endif()

add_library(carpool_slot_threads STATIC EXCLUDE_FROM_ALL schedule/slot_threads_tbb.cpp)
target_compile_features(carpool_slot_threads PUBLIC cxx_std_20)
target_include_directories(carpool_slot_threads PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_compile_options(carpool_slot_threads PRIVATE -Wall -Wextra -Wpedantic)
target_link_libraries(carpool_slot_threads PRIVATE TBB::tbb)
set_target_properties(carpool_slot_threads PROPERTIES POSITION_INDEPENDENT_CODE ON)
if(CARPOOL_SANITIZE)
  target_compile_options(carpool_slot_threads PRIVATE -fsanitize=${CARPOOL_SANITIZE} -fno-omit-frame-pointer)
endif()

function(_carpool_add_slot_threads_module executable)
  add_library(carpool-threads MODULE schedule/slot_threads_entry.cpp)
  target_include_directories(carpool-threads PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_compile_options(carpool-threads PRIVATE -Wall -Wextra -Wpedantic)
  target_link_libraries(carpool-threads PRIVATE carpool_slot_threads)
  set_target_properties(carpool-threads PROPERTIES
    PREFIX lib
    LIBRARY_OUTPUT_DIRECTORY "$<TARGET_FILE_DIR:${executable}>"
  )
  add_dependencies(${executable} carpool-threads)
  file(RELATIVE_PATH installed "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}/carpool")
  target_sources(${executable} PRIVATE schedule/slot_threads_module_posix.cpp)
  set_source_files_properties(schedule/slot_threads_module_posix.cpp PROPERTIES
    COMPILE_DEFINITIONS "CARPOOL_MODULE_DIRECTORY=\"${installed}\""
  )
  target_link_options(${executable} PRIVATE -static-libstdc++ -static-libgcc)
  target_link_libraries(${executable} PRIVATE ${CMAKE_DL_LIBS})
endfunction()

# Gives an executable of carpool_runner the function run_on_slots() of schedule/slot_threads.h.
function(carpool_link_slot_threads executable)
  if(CARPOOL_STATIC_RUNTIME)
    _carpool_add_slot_threads_module(${executable})
  else()
    target_link_libraries(${executable} PRIVATE carpool_slot_threads)
  endif()
endfunction()
