# GoogleTest's unit tests of itself, as its own CMakeLists.txt builds them. Those that are no suites but
# programs whose output or exit code a Python script judges are left out.
set(tests "${REAL_SOURCE}/googletest/test")
include_directories("${REAL_SOURCE}/googletest")

foreach(name IN ITEMS
    googletest-death-test-test googletest-filepath-test googletest-message-test
    googletest-options-test googletest-port-test googletest-printers-test
    googletest-test-part-test gtest_main_unittest gtest_pred_impl_unittest gtest_skip_test
    gtest_sole_header_test gtest_unittest)
  real_executable(${name} SOURCES "${tests}/${name}.cc" LIBRARIES GTest::gtest_main)
endforeach()
real_executable(googletest-param-test-test
  SOURCES "${tests}/googletest-param-test-test.cc" "${tests}/googletest-param-test2-test.cc"
  LIBRARIES GTest::gtest
)
real_executable(gtest-typed-test_test
  SOURCES "${tests}/gtest-typed-test_test.cc" "${tests}/gtest-typed-test2_test.cc"
  LIBRARIES GTest::gtest_main
)
real_executable(gtest_prod_test
  SOURCES "${tests}/gtest_prod_test.cc" "${tests}/production.cc" LIBRARIES GTest::gtest_main
)

set(mock_tests "${REAL_SOURCE}/googlemock/test")
include_directories("${REAL_SOURCE}/googlemock")
foreach(name IN ITEMS
    gmock-cardinalities_test gmock-function-mocker_test gmock-internal-utils_test
    gmock-more-actions_test gmock-nice-strict_test gmock-port_test gmock_test)
  real_executable(${name} SOURCES "${mock_tests}/${name}.cc" LIBRARIES GTest::gmock_main)
endforeach()
