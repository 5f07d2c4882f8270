#pragma once

// Everything that differs between the versions of GoogleTest, told by the macros that each of them
// was first to define: none of them states its version.

#if !__has_include(<gtest/gtest.h>)
#error "carpool: <gtest/gtest.h> is not found: link GTest::gtest or GTest::gtest_main to the target"
#endif
#include <gtest/gtest.h>

#if defined(CARPOOL_GOOGLETEST_VERSION)
// Given by whoever builds.
#elif defined(GTEST_DISABLE_DEPRECATED_PUSH_)
#define CARPOOL_GOOGLETEST_VERSION "1.18"
#elif defined(GTEST_INTERNAL_HAS_COMPARE_LIB) && !defined(GTEST_INTERNAL_ATTRIBUTE_MAYBE_UNUSED)
#define CARPOOL_GOOGLETEST_VERSION "1.17"
#elif defined(GTEST_INTERNAL_HAS_COMPARE_LIB)
#define CARPOOL_GOOGLETEST_VERSION "1.16"
#elif defined(GTEST_INTERNAL_HAS_STD_SPAN)
#define CARPOOL_GOOGLETEST_VERSION "1.15"
#elif defined(GTEST_HAS_NOTIFICATION_) && defined(GTEST_HAS_FILE_SYSTEM)
#define CARPOOL_GOOGLETEST_VERSION "1.14"
#elif defined(GTEST_HAS_FILE_SYSTEM)
#define CARPOOL_GOOGLETEST_VERSION "1.13"
#elif defined(GTEST_FLAG_SET)
#define CARPOOL_GOOGLETEST_VERSION "1.12"
#elif defined(GTEST_EXPECT_TRUE)
#define CARPOOL_GOOGLETEST_VERSION "1.11"
#else
#define CARPOOL_GOOGLETEST_VERSION "1.10"
#endif

#if defined(GTEST_FLAG_GET)
#define CARPOOL_GOOGLETEST_GET_FLAG(name) GTEST_FLAG_GET(name)
#define CARPOOL_GOOGLETEST_SET_FLAG(name, value) GTEST_FLAG_SET(name, value)
#else
#define CARPOOL_GOOGLETEST_GET_FLAG(name) ::testing::GTEST_FLAG(name)
#define CARPOOL_GOOGLETEST_SET_FLAG(name, value) (void)(::testing::GTEST_FLAG(name) = (value))
#endif

// Since 1.14 a GTEST_SKIP() in the set-up of a class skips its methods.
#if defined(GTEST_HAS_NOTIFICATION_) && defined(GTEST_HAS_FILE_SYSTEM)
#define CARPOOL_GOOGLETEST_SKIPS_METHODS_WITH_CLASS 1
#else
#define CARPOOL_GOOGLETEST_SKIPS_METHODS_WITH_CLASS 0
#endif

// The flags brief and fail_fast came with 1.11.
#if defined(GTEST_EXPECT_TRUE)
#define CARPOOL_GOOGLETEST_HAS_BRIEF 1
#else
#define CARPOOL_GOOGLETEST_HAS_BRIEF 0
#endif
