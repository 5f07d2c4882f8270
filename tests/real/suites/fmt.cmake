# The test suite of {fmt}, as its own CMakeLists.txt builds it: a main() of its own, and GoogleMock.
set(tests "${REAL_SOURCE}/test")
add_library(fmt_under_test STATIC "${REAL_SOURCE}/src/format.cc" "${REAL_SOURCE}/src/os.cc")
target_compile_features(fmt_under_test PUBLIC cxx_std_17)
target_include_directories(fmt_under_test PUBLIC "${REAL_SOURCE}/include" "${tests}")
add_library(fmt_test_main STATIC
  "${tests}/test-main.cc" "${tests}/gtest-extra.cc" "${tests}/util.cc"
)
target_link_libraries(fmt_test_main PUBLIC fmt_under_test GTest::gmock)

foreach(name IN ITEMS
    args-test assert-test chrono-test color-test compile-test core-test format-test
    gtest-extra-test os-test ostream-test printf-test scan-test std-test xchar-test)
  real_executable(${name} SOURCES "${tests}/${name}.cc" LIBRARIES fmt_test_main)
endforeach()
real_executable(ranges-test
  SOURCES "${tests}/ranges-test.cc" "${tests}/ranges-odr-test.cc" LIBRARIES fmt_test_main
)
real_executable(unicode-test SOURCES "${tests}/unicode-test.cc" LIBRARIES fmt_test_main)
real_executable(enforce-checks-test
  SOURCES "${tests}/enforce-checks-test.cc" LIBRARIES fmt_test_main
  DEFINITIONS FMT_ENFORCE_COMPILE_STRING
)
