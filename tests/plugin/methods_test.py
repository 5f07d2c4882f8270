"""The plugin alone: what it says of methods, batches and fixtures, line by line."""

import re
import signal

from worker_test import WorkerTest, main, version_of, without_times


class Verdicts(WorkerTest):
    def method_lines(self, name):
        lines = self.conversation("verdicts", "Verdicts", name)
        self.assertEqual(lines[0], ["suite_set_up", "Verdicts", "ok"])
        self.assertEqual(lines[1], ["started", "1"])
        self.assertEqual(lines[-2:], [["suite_torn_down", "Verdicts", "ok"], ["bye"]])
        return lines[2:-2]

    def test_pass(self):
        self.assertEqual(self.method_lines("Passes"), [["finished", "1", "passed", "0"]])

    def test_disabled_method_runs_when_asked_for(self):
        self.assertEqual(self.method_lines("DISABLED_Passes"),
                         [["finished", "1", "passed", "0"]])

    def test_failures_have_kind_place_and_message(self):
        first, second, finished = self.method_lines("FailsTwice")
        self.assertEqual(first[:3], ["failure", "1", "nonfatal"])
        self.assertTrue(first[3].endswith("verdicts.cpp"))
        self.assertEqual(int(second[4]), int(first[4]) + 1)
        self.assertIn("first", first[5])
        self.assertEqual(second[2], "fatal")
        self.assertEqual(second[5], "Failed\nsecond")
        self.assertEqual(finished, ["finished", "1", "failed", "0"])

    def test_exception_is_a_failure(self):
        failure, finished = self.method_lines("Throws")
        self.assertIn("thrown", failure[5])
        self.assertEqual(finished[2], "failed")

    def test_skip_has_its_reason(self):
        failure, finished = self.method_lines("Skips")
        self.assertEqual((failure[2], failure[5]), ("skip", "the reason"))
        self.assertEqual(finished[2], "skipped")

    def test_failure_beats_skip(self):
        lines = self.method_lines("FailsAndSkips")
        self.assertEqual([line[2] for line in lines], ["nonfatal", "skip", "failed"])

    def test_failure_that_the_test_takes_back_does_not_count(self):
        failure, finished = self.method_lines("TakesItsFailureBack")
        self.assertEqual(failure[:3], ["failure", "1", "nonfatal"])
        self.assertEqual(finished, ["finished", "1", "passed", "0"])

    def test_failures_past_the_limit_are_counted(self):
        lines = self.method_lines("FailsOften")
        self.assertEqual(len(lines), 201)
        self.assertEqual(lines[-1], ["finished", "1", "failed", "250"])

    def test_long_message_is_cut(self):
        failure, _ = self.method_lines("SaysMuch")
        self.assertTrue(failure[5].startswith("Failed\n" + "x" * 1000))
        self.assertTrue(re.search(r"\n\.\.\. \(\d+ bytes left out\)$", failure[5]))
        self.assertLess(len(failure[5]), 256 * 1024 + 100)

    def test_message_keeps_every_byte(self):
        failure, _ = self.method_lines("SaysOddBytes")
        self.assertEqual(failure[5], "Failed\ntab\there, percent % and line\nend")

    def test_failures_of_threads_belong_to_the_method(self):
        lines = self.method_lines("FailsInThreads")
        self.assertEqual([line[:3] for line in lines[:-1]], [["failure", "1", "nonfatal"]] * 40)

    def test_failure_in_the_constructor_belongs_to_the_method(self):
        lines = self.conversation("verdicts", "Constructor", "Fails")
        self.assertEqual(lines[2][:2], ["failure", "1"])
        self.assertEqual(self.statuses(lines), {1: "failed"})

    def test_typed_and_parameterised_classes(self):
        self.assertEqual(self.statuses(self.conversation("verdicts", "TypedSuite/1", "Runs")),
                         {1: "passed"})
        lines = self.conversation("verdicts", "In/Valued", "Runs/2", "Runs/0", "Runs/1")
        self.assertEqual(self.statuses(lines), {1: "failed", 2: "passed", 3: "passed"})


class Requests(WorkerTest):
    def events(self, lines):
        return [line[:3] for line in without_times(lines) if line[0] in ("started", "finished")]

    def test_methods_run_in_the_order_asked_for(self):
        worker = self.start_ready("verdicts")
        lines = self.lines_of(worker, "Order", "Second", "First", "Third", first_id=7)
        self.assertEqual(self.events(lines), [
            ["started", "7"], ["finished", "7", "passed"],
            ["started", "8"], ["finished", "8", "passed"],
            ["started", "9"], ["finished", "9", "passed"]])

    def test_a_second_batch_runs_without_a_second_set_up(self):
        worker = self.start_ready("suite_fixtures")
        worker.run("Counts", 1, "Two")
        worker.read_until("finished", 1)
        worker.run("Counts", 2, "One", "Three", "Two")
        lines = worker.retire()
        self.assertEqual(self.statuses(lines), {2: "passed", 3: "passed", 4: "passed"})
        self.assertNotIn("suite_set_up", [line[0] for line in lines])
        worker.wait()
        self.assertEqual(worker.output.count(b"set up"), 1)
        self.assertEqual(worker.output.count(b"torn down"), 1)

    def test_queued_batches_run_one_after_another(self):
        worker = self.start_ready("verdicts")
        worker.run("Order", 1, "First")
        worker.run("Order", 2, "Second")
        self.assertEqual(self.statuses(worker.retire()), {1: "passed", 2: "passed"})

    def test_finished_arrives_without_a_next_request(self):
        worker = self.start_ready("verdicts")
        worker.run("Order", 1, "First")
        self.assertEqual(worker.read_until("finished")[-1][:3], ["finished", "1", "passed"])

    def test_change_of_class_tears_the_last_one_down(self):
        worker = self.start_ready("suite_fixtures")
        worker.run("Counts", 1, "One")
        worker.run("FailsInTearDown", 2, "One")
        lines = without_times(worker.retire())
        self.assertEqual(
            [line for line in lines if line[0].startswith("suite")],
            [["suite_set_up", "Counts", "ok"], ["suite_torn_down", "Counts", "ok"],
             ["suite_set_up", "FailsInTearDown", "ok"],
             ["suite_torn_down", "FailsInTearDown", "failed"]])

    def test_tear_down_on_request(self):
        worker = self.start_ready("suite_fixtures")
        worker.send("tear_down")
        worker.run("Counts", 1, "One")
        worker.send("tear_down")
        self.assertEqual(worker.read_until("suite_torn_down")[-1][1:3], ["Counts", "ok"])
        worker.run("Prints", 2, "Nothing")
        self.assertEqual(self.statuses(worker.read_until("finished", 2)), {2: "passed"})

    def test_a_class_may_come_back(self):
        worker = self.start_ready("suite_fixtures")
        worker.run("FailsInSetUp", 1, "One")
        worker.run("Prints", 2, "Nothing")
        worker.run("FailsInSetUp", 3, "One")
        lines = without_times(worker.retire())
        self.assertEqual(lines.count(["suite_set_up", "FailsInSetUp", "failed"]), 2)
        self.assertEqual(self.statuses(lines), {2: "passed"})

    def test_unknown_methods_are_named_in_their_turn(self):
        worker = self.start_ready("verdicts")
        worker.run("Order", 1, "Fourth", "First", "*", "Second")
        worker.run("NoSuchClass", 5, "First")
        lines = without_times(worker.retire())
        self.assertEqual([line[:2] for line in lines if line[0] in ("unknown", "finished")],
                         [["unknown", "1"], ["finished", "2"], ["unknown", "3"], ["finished", "4"],
                          ["unknown", "5"]])

    def test_a_class_can_be_set_up_alone(self):
        worker = self.start_ready("suite_fixtures")
        worker.run("Counts", 4)
        self.assertEqual(worker.read_line()[:3], ["suite_set_up", "Counts", "ok"])
        worker.run("Counts", 4, "One")
        self.assertEqual(worker.read_line(), ["started", "4"])
        worker.retire()
        worker.wait()
        self.assertEqual(worker.output.count(b"set up"), 1)

    def test_an_unknown_class_is_named_where_it_is_asked_for_alone(self):
        worker = self.start_ready("verdicts")
        worker.run("NoSuchClass", 5)
        self.assertEqual(worker.read_line(), ["unknown", "5"])
        worker.run("Order", 6, "First")
        self.assertEqual(self.statuses(worker.retire()), {6: "passed"})

    def test_a_method_can_run_again(self):
        worker = self.start_ready("verdicts")
        lines = self.lines_of(worker, "Repeated", "FailsFirst", "FailsFirst")
        self.assertEqual(self.statuses(lines), {1: "failed", 2: "passed"})

    def test_repeat_runs_each_method_as_one_with_the_worst_outcome(self):
        worker = self.start_ready("verdicts", arguments=["--gtest_repeat=3"])
        worker.run("Repeated", 1, "FailsFirst")
        worker.run("Order", 2, "First", "Second")
        lines = worker.retire()
        self.assertEqual(self.statuses(lines), {1: "failed", 2: "passed", 3: "passed"})
        self.assertEqual(lines[-1], ["bye"])
        self.assertEqual(worker.wait(), 0)

    def test_repeat_in_the_environment_is_for_whole_runs(self):
        worker = self.start_ready("verdicts", environment={"GTEST_REPEAT": "2"})
        lines = self.lines_of(worker, "Repeated", "FailsFirst", "FailsFirst")
        self.assertEqual(self.statuses(lines), {1: "failed", 2: "passed"})

    def test_shuffle_does_not_confuse(self):
        worker = self.start_ready("verdicts", arguments=["--gtest_shuffle", "--gtest_random_seed=3"])
        lines = self.lines_of(worker, "Order", "Third", "First", "Second")
        self.assertEqual(self.events(lines)[::2], [["started", "1"], ["started", "2"],
                                                   ["started", "3"]])
        self.assertEqual(self.statuses(lines), {1: "passed", 2: "passed", 3: "passed"})

    def test_fail_fast_does_not_pass_over_methods(self):
        worker = self.start_ready("verdicts", environment={"GTEST_FAIL_FAST": "1"})
        lines = self.lines_of(worker, "Verdicts", "FailsTwice", "DISABLED_Passes")
        self.assertEqual(self.statuses(lines), {1: "failed", 2: "passed"})

    def test_failure_is_told_before_it_ends_the_process(self):
        worker = self.start_ready("verdicts", arguments=["--gtest_throw_on_failure"])
        worker.run("Verdicts", 1, "FailsTwice")
        self.assertEqual([line[0] for line in worker.read_to_end()],
                         ["suite_set_up", "started", "failure", "crash"])
        self.assertEqual(worker.wait(), -signal.SIGABRT)

    def test_tests_that_share_a_name_are_one_method(self):
        lines = self.conversation("names", "Same", "Name", "Other")
        self.assertEqual(self.statuses(lines), {1: "failed", 2: "passed"})

    def test_names_of_any_bytes_are_found(self):
        worker = self.start_ready("names")
        names = [b"tab\there", b"*", b"", b"\xff\xfe", b"%41", b"line\nend", b"n" * 5000]
        lines = self.lines_of(worker, b"Odd;Suite", *names)
        self.assertEqual(self.statuses(lines), {i: "passed" for i in range(1, len(names) + 1)})


class SuiteFixtures(WorkerTest):
    def test_failed_set_up_runs_no_method(self):
        worker = self.start_ready("suite_fixtures")
        worker.run("FailsInSetUp", 1, "One", "Two")
        worker.run("FailsInSetUp", 3, "One")
        lines = without_times(worker.retire())
        self.assertEqual(lines[0][:3], ["failure", "-", "fatal"])
        self.assertIn("no database", lines[0][5])
        self.assertEqual(lines[1:], [["suite_set_up", "FailsInSetUp", "failed"],
                                     ["suite_torn_down", "FailsInSetUp", "ok"], ["bye"]])
        self.assertEqual(worker.wait(), 0)
        self.assertIn(b"torn down all the same", worker.output)

    def test_skipped_set_up_skips_as_the_framework_does(self):
        worker = self.start("suite_fixtures")
        version = version_of(worker.read_until("hello")[-1])
        lines = without_times(self.lines_of(worker, "SkipsInSetUp", "One"))
        self.assertEqual((lines[1][2], lines[1][5]), ("skip", "no device"))
        self.assertEqual(lines[2], ["suite_set_up", "SkipsInSetUp", "skipped"])
        if version < (1, 14):
            self.assertEqual(self.statuses(lines), {1: "passed"})
        else:
            self.assertEqual(self.statuses(lines), {1: "skipped"})
            self.assertEqual(lines[4], ["failure", "1", "skip", lines[4][3], lines[4][4],
                                        "no device"])

    def test_failed_tear_down(self):
        lines = self.conversation("suite_fixtures", "FailsInTearDown", "One")
        self.assertEqual(lines[3][:3], ["failure", "-", "nonfatal"])
        self.assertIn("still open", lines[3][5])
        self.assertEqual(lines[4:], [["suite_torn_down", "FailsInTearDown", "failed"], ["bye"]])


if __name__ == "__main__":
    main()
