# The ten samples that come with GoogleTest, the last two with a main() and listeners of their own.
set(samples "${REAL_SOURCE}/googletest/samples")
set(library1 "${samples}/sample1.cc")
set(library2 "${samples}/sample2.cc")
set(library4 "${samples}/sample4.cc")
set(library5 "${samples}/sample1.cc")

foreach(number RANGE 1 8)
  real_executable(sample${number}
    SOURCES "${samples}/sample${number}_unittest.cc" ${library${number}}
    LIBRARIES GTest::gtest_main
  )
endforeach()
foreach(number IN ITEMS 9 10)
  real_executable(sample${number}
    SOURCES "${samples}/sample${number}_unittest.cc" LIBRARIES GTest::gtest
  )
endforeach()
