#include "report/stack_excerpt.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TEST(StackExcerpt, EndsWithTheTestsBodyAndCountsTheRest) {
  EXPECT_EQ(stack_excerpt("parse(char const*) at /s/parse.cpp:3  (/b/t+0x10)\n"
                          "Alpha_One_Test::TestBody() at /s/a.cpp:9  (/b/t+0x20)\n"
                          "void testing::internal::HandleSehExceptionsInMethodIfSupported<x>() at "
                          "??:?  (/b/t+0x30)\n"
                          "/lib/libc.so.6+0x2724a\n"),
            "parse(char const*) at /s/parse.cpp:3  (/b/t+0x10)\n"
            "Alpha_One_Test::TestBody() at /s/a.cpp:9  (/b/t+0x20)\n"
            "[2 more frames, in the report]\n");
}

TEST(StackExcerpt, EndsBeforeGoogleTestWhereSetUpFails) {
  EXPECT_EQ(stack_excerpt("Alpha::SetUp() at /s/a.cpp:9  (/b/t+0x20)\n"
                          "testing::Test::Run() at ??:?  (/b/t+0x30)\n"),
            "Alpha::SetUp() at /s/a.cpp:9  (/b/t+0x20)\n"
            "[1 more frame, in the report]\n");
}

TEST(StackExcerpt, KeepsGoogleTestWhereTheBodyCalledIt) {
  const std::string called =
      "abort at ??:?  (/lib/libc.so.6+0x10)\n"
      "testing::internal::GTestLog::~GTestLog() at ??:?  (/b/t+0x5)\n"
      "Alpha_One_Test::TestBody() at /s/a.cpp:9  (/b/t+0x20)\n";
  EXPECT_EQ(stack_excerpt(called), called);
}

TEST(StackExcerpt, TakesEachThreadByItself) {
  EXPECT_EQ(stack_excerpt("PID 7 - process\n"
                          "TID 7:\n"
                          "#0  0x01 nanosleep\n"
                          "#1  0x02 Alpha_One_Test::TestBody()\n"
                          "#2  0x03 main\n"
                          "TID 8:\n"
                          "#0  0x04 poll\n"
                          "#1  0x05 clone\n"),
            "PID 7 - process\n"
            "TID 7:\n"
            "#0  0x01 nanosleep\n"
            "#1  0x02 Alpha_One_Test::TestBody()\n"
            "[1 more frame, in the report]\n"
            "TID 8:\n"
            "#0  0x04 poll\n"
            "#1  0x05 clone\n");
}

TEST(StackExcerpt, TakesEachRankOfAGangByItself) {
  EXPECT_EQ(stack_excerpt("[rank 2]\n"
                          "Ring_One_Test::TestBody() at /s/a.cpp:9  (/b/t+0x20)\n"
                          "main at ??:?  (/b/t+0x30)\n"
                          "[rank 0]\n"
                          "wait() at /s/ring.cpp:3  (/b/t+0x40)\n"
                          "Ring_One_Test::TestBody() at /s/a.cpp:9  (/b/t+0x20)\n"
                          "main at ??:?  (/b/t+0x30)\n"),
            "[rank 2]\n"
            "Ring_One_Test::TestBody() at /s/a.cpp:9  (/b/t+0x20)\n"
            "[1 more frame, in the report]\n"
            "[rank 0]\n"
            "wait() at /s/ring.cpp:3  (/b/t+0x40)\n"
            "Ring_One_Test::TestBody() at /s/a.cpp:9  (/b/t+0x20)\n"
            "[1 more frame, in the report]\n");
}

TEST(StackExcerpt, LeavesFramesWithoutNamesAlone) {
  const std::string bare = "/b/t+0x10\n/b/t+0x20\n";
  EXPECT_EQ(stack_excerpt(bare), bare);
}

}  // namespace
}  // namespace carpool
