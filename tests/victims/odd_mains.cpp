// Mains that do more than RUN_ALL_TESTS(), as VICTIM_MODE says. None of it is wrong by itself.
#include "victim.h"

namespace {

// Hands everything on to the printer it has taken the place of.
class WrappingPrinter : public testing::EmptyTestEventListener {
 public:
  explicit WrappingPrinter(testing::TestEventListener* wrapped) : wrapped_(wrapped) {}
  ~WrappingPrinter() override { delete wrapped_; }
  void OnTestStart(const testing::TestInfo& test) override { wrapped_->OnTestStart(test); }
  void OnTestPartResult(const testing::TestPartResult& result) override {
    wrapped_->OnTestPartResult(result);
  }
  void OnTestEnd(const testing::TestInfo& test) override { wrapped_->OnTestEnd(test); }

 private:
  testing::TestEventListener* wrapped_;
};

class OwnPrinter : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& test) override { std::printf("-> %s\n", test.name()); }
};

void prepare(const std::string& mode) {
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  if (mode == "main_wraps_the_printer") {
    listeners.Append(new WrappingPrinter(listeners.Release(listeners.default_result_printer())));
  }
  if (mode == "main_replaces_the_printer") {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new OwnPrinter);
  }
  if (mode == "main_closes_descriptors") {
    for (int descriptor = 3; descriptor < 4096; ++descriptor) ::close(descriptor);
  }
  if (mode == "main_redirects_stdout") {
    ASSERT_NE(std::freopen((victim::scratch() / "stdout").c_str(), "w", stdout), nullptr);
  }
}

int run(const std::string& mode) {
  if (mode == "main_runs_tests_in_a_thread") {
    int result = 0;
    std::thread([&] { result = RUN_ALL_TESTS(); }).join();
    return result;
  }
  if (mode == "main_runs_tests_twice") {
    const int first = RUN_ALL_TESTS();
    const int second = RUN_ALL_TESTS();
    return first + second;
  }
  return RUN_ALL_TESTS();
}

}  // namespace

TEST(OddMain, First) { std::printf("first\n"); }
TEST(OddMain, Fails) { FAIL() << "an ordinary failure"; }
TEST(OddMain, Last) { std::printf("last\n"); }

TEST(OddMainPasses, First) { std::printf("first\n"); }
TEST(OddMainPasses, Last) { std::printf("last\n"); }

int main(int argument_count, char** arguments) {
  testing::InitGoogleTest(&argument_count, arguments);
  prepare(victim::mode());
  return run(victim::mode());
}
