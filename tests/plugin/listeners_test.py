"""The plugin beside listeners of the user's, registered before its own, and what else calls in."""

import signal

from worker_test import WorkerTest, main, without_times


class Listeners(WorkerTest):
    def lines_when(self, sample, *names):
        """What the worker says of some methods when the listener does what `sample` says."""
        self.worker = self.start_ready("listeners", environment={"SAMPLE": sample})
        lines = without_times(self.lines_of(self.worker, "Heard", *names))
        self.exit_code = self.worker.wait()
        return lines

    def test_failures_at_the_start_and_the_end_belong_to_the_method(self):
        for event in ("start", "end"):
            with self.subTest(event):
                lines = self.lines_when(event + " fails", "First", "Second", "Third")
                self.assertEqual(self.statuses(lines), {1: "passed", 2: "failed", 3: "passed"})
                failures = [line for line in lines if line[0] == "failure"]
                self.assertEqual([line[:3] for line in failures], [["failure", "2", "nonfatal"]])
                self.assertIn("failed at " + event, failures[0][5])
                self.assertEqual(lines[-2:], [["suite_torn_down", "Heard", "ok"], ["bye"]])
                self.assertEqual(self.exit_code, 0)

    def test_output_at_the_start_and_the_end_belongs_to_the_method(self):
        for event, output in (("start", b"printed at start\nsecond\n"),
                              ("end", b"second\nprinted at end\n")):
            with self.subTest(event):
                self.lines_when(event + " prints", "First", "Second", "Third")
                if b"[ RUN      ]" in self.worker.output:
                    continue  # GoogleTest 1.10 prints lines of its own there
                self.assertEqual(self.worker.output_by_id(), {1: b"", 2: output, 3: b""})

    def test_crashes_at_the_start_and_the_end_are_charged_to_the_method(self):
        for event in ("start", "end"):
            with self.subTest(event):
                worker = self.start_ready("listeners", environment={"SAMPLE": event + " crashes"})
                worker.run("Heard", 1, "First", "Second", "Third")
                lines = without_times(worker.read_to_end())
                self.assertEqual(lines[-2:], [["started", "2"], ["crash", str(int(signal.SIGABRT))]])

    def test_exceptions_at_the_start_and_the_end_end_the_process(self):
        for event in ("start", "end"):
            with self.subTest(event):
                lines = self.lines_when(event + " throws", "First", "Second", "Third")
                self.assertEqual(self.statuses(lines), {1: "passed"})
                failures = [line for line in lines if line[0] == "failure"]
                self.assertEqual([line[1] for line in failures], ["2", "2"])
                self.assertIn("thrown at " + event, failures[0][5])
                self.assertEqual(failures[1][5], "an exception escaped from an event listener")
                self.assertNotIn(["bye"], lines)
                self.assertEqual(self.exit_code, 1)

    def test_failure_at_the_start_of_a_class_is_one_of_its_set_up(self):
        lines = self.lines_when("suite start fails", "First")
        self.assertIn("failed at suite start", lines[0][5])
        self.assertEqual(lines[1:], [["suite_set_up", "Heard", "failed"],
                                     ["suite_torn_down", "Heard", "ok"], ["bye"]])

    def test_failure_at_the_end_of_a_class_is_one_of_its_tear_down(self):
        lines = self.lines_when("suite end fails", "First", "Second")
        self.assertEqual(self.statuses(lines), {1: "passed", 2: "passed"})
        self.assertEqual(lines[-3][:2], ["failure", "-"])
        self.assertIn("failed at suite end", lines[-3][5])
        self.assertEqual(lines[-2:], [["suite_torn_down", "Heard", "failed"], ["bye"]])

    def test_a_class_starts_and_ends_once(self):
        worker = self.start_ready("listeners")
        worker.run("Heard", 1, "Third", "First")
        worker.run("Heard", 3, "Fails")
        worker.read_until("finished", 3)
        worker.run("Heard", 4, "Second")
        worker.run("HeardToo", 5, "First")
        worker.retire()
        self.assertEqual(worker.wait(), 0)
        words = [line for line in worker.output.split(b"\n") if line.startswith(b"Heard")
                 or line in (b"set up", b"torn down")]
        self.assertEqual(words, [
            b"Heard starts", b"Heard starts as a case", b"set up", b"torn down",
            b"Heard ends, 3 passed, 1 failed",
            b"HeardToo starts", b"HeardToo starts as a case", b"HeardToo ends, 1 passed, 0 failed"])


class Nested(WorkerTest):
    def test_run_all_tests_inside_a_test_fails_it_and_ends_the_process(self):
        worker = self.start_ready("listeners")
        worker.run("Nested", 1, "RunsAllTests", "Innocent")
        lines = worker.read_to_end()
        self.assertEqual([line[:2] for line in lines[1:]], [["started", "1"], ["failure", "1"]])
        self.assertIn("RUN_ALL_TESTS() was called inside a test", lines[-1][5])
        self.assertEqual(worker.wait(), 70)
        self.assertIn(b"carpool: RUN_ALL_TESTS() was called inside a test\n", worker.output)


if __name__ == "__main__":
    main()
