# The test suite of yaml-cpp, as its own CMakeLists.txt builds it: one executable, a main() of its own, GoogleMock, and
# classes that read documents by parameters.
set(tests "${REAL_SOURCE}/test")
file(GLOB library_sources "${REAL_SOURCE}/src/*.cpp" "${REAL_SOURCE}/src/contrib/*.cpp")
add_library(yaml_cpp_under_test STATIC ${library_sources})
target_compile_features(yaml_cpp_under_test PUBLIC cxx_std_17)
target_compile_definitions(yaml_cpp_under_test PUBLIC YAML_CPP_STATIC_DEFINE)
target_include_directories(yaml_cpp_under_test
  PUBLIC "${REAL_SOURCE}/include" "${REAL_SOURCE}/src" "${tests}" "${tests}/integration"
)

file(GLOB test_sources "${tests}/*.cpp" "${tests}/integration/*.cpp" "${tests}/node/*.cpp")
real_executable(yaml-cpp-tests SOURCES ${test_sources} LIBRARIES yaml_cpp_under_test GTest::gmock)
