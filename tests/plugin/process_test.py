"""The plugin alone: what it makes of the process around the methods, and of its end."""

import os
import signal
import subprocess

from worker_process import DEADLINE_S
from worker_test import WorkerTest, main, sample_path, without_times


class Environments(WorkerTest):
    def run_sample(self, what):
        worker = self.start("environments", environment={"SAMPLE": what})
        lines = worker.read_until("ready")[1:]
        return worker, lines

    def test_failed_set_up_serves_nothing_and_ends(self):
        for what, message in (("fails", "no network"), ("fails softly", "slow network")):
            with self.subTest(what):
                worker, lines = self.run_sample(what)
                self.assertEqual(lines[0][:2], ["failure", "-"])
                self.assertEqual(lines[1][:2], ["ready", "failed"])
                self.assertIn(message, lines[1][2])
                self.assertEqual(worker.read_to_end(), [["bye"]])
                self.assertEqual(worker.wait(), 1)
                self.assertIn(b"main ends with 1", worker.output)

    def test_skipped_set_up_serves_nothing_and_ends(self):
        worker, lines = self.run_sample("skips")
        self.assertEqual(lines[-1], ["ready", "skipped", "no licence"])
        self.assertEqual(worker.read_to_end(), [["bye"]])
        self.assertEqual(worker.wait(), 0)

    def test_failed_tear_down_fails_the_process(self):
        worker, _ = self.run_sample("fails late")
        lines = self.lines_of(worker, "Some", "Passes")
        self.assertEqual([line[0] for line in lines[-3:]], ["suite_torn_down", "failure", "bye"])
        self.assertIn("left open", lines[-2][5])
        self.assertEqual(worker.wait(), 1)

    def test_failed_methods_leave_the_exit_code_alone(self):
        worker, _ = self.run_sample("")
        self.assertEqual(self.statuses(self.lines_of(worker, "Some", "Fails", "Passes")),
                         {1: "failed", 2: "passed"})
        self.assertEqual(worker.wait(), 0)
        self.assertTrue(worker.output.endswith(b"main ends with 0\n"))

    def test_closed_channel_means_retire(self):
        worker, _ = self.run_sample("")
        worker.run("Some", 1, "Passes")
        worker.read_until("finished")
        worker.channel.close()
        self.assertEqual(worker.wait(), 0)
        self.assertIn(b"environment torn down", worker.output)
        self.assertTrue(worker.output.endswith(b"main ends with 0\n"))

    def test_nonsense_from_the_runner_means_retire(self):
        worker, _ = self.run_sample("")
        worker.channel.sendall(b"run\t%G0\n")
        self.assertEqual(worker.wait(), 0)


class ProcessState(WorkerTest):
    def leaks_of(self, name):
        worker = self.start_ready("process_state")
        lines = self.lines_of(worker, "State", name, "Looks")
        self.assertEqual(self.statuses(lines), {1: "passed", 2: "passed"}, lines)
        worker.wait()
        self.assertEqual(worker.output_by_id()[2], b"printf cerr")
        return [line[2] for line in lines if line[0] == "leak" and line[1] == "1"]

    def test_what_methods_change_is_named_and_put_back(self):
        for name, leaks in (
                ("ChangesNothing", []),
                ("ChangesDirectory", ["working directory"]),
                ("ChangesEnvironment", ["environment"]),
                ("ClearsEnvironment", ["environment"]),
                ("BlocksSignals", ["signal mask"]),
                ("ChangesMask", ["file mode mask"]),
                ("ArmsAlarm", ["alarm"]),
                ("ReplacesStdout", ["standard output"]),
                ("ClosesStreams", ["standard input", "standard output", "standard error"]),
                ("UnblocksStdout", ["non-blocking standard output"])):
            with self.subTest(name):
                self.assertEqual(self.leaks_of(name), leaks)

    def test_output_of_a_replaced_stream_does_not_come_back(self):
        worker = self.start_ready("process_state")
        self.lines_of(worker, "State", "ReplacesStdout")
        worker.wait()
        self.assertEqual(worker.output_by_id(), {1: b"before"})

    def test_what_a_class_changes_is_put_back_for_the_next(self):
        worker = self.start_ready("process_state")
        worker.run("State", 1, "ChangesNothing")
        worker.run("NextClass", 2, "FindsWhatItsOwnProcessWouldHave")
        self.assertEqual(self.statuses(worker.retire()), {1: "passed", 2: "passed"})

    def test_surroundings_are_ordinary(self):
        lines = self.conversation("process_state", "Surroundings", "AreOrdinary")
        self.assertEqual(self.statuses(lines), {1: "passed"}, lines)

    def test_a_worker_whose_descriptors_are_closed_neither_goes_on_nor_stays(self):
        worker = self.start_ready("process_state")
        worker.run("Surroundings", 1, "CloseEveryDescriptor", "Follow")
        self.assertEqual([line[:2] for line in worker.read_to_end()[1:]], [["started", "1"]])
        self.assertEqual(worker.wait(), 70)
        self.assertIn(b"carpool: the runner has gone\n", worker.output)


class FatalSignals(WorkerTest):
    def crash(self, name, number):
        worker = self.start_ready("fatal")
        worker.run("Fatal", 1, "Passes", name)
        lines = worker.read_to_end()
        self.assertEqual(without_times(lines)[-2:], [["started", "2"], ["crash", str(number)]])
        self.assertEqual(worker.wait(), -number)
        return lines[-1][2:]

    def test_crash_is_told_with_its_stack(self):
        for name, number in (("ReadsNull", signal.SIGSEGV), ("Aborts", signal.SIGABRT),
                             ("Terminates", signal.SIGABRT), ("DividesByZero", signal.SIGFPE),
                             ("ReadsNullInAThread", signal.SIGSEGV),
                             ("OverflowsTheStack", signal.SIGSEGV)):
            with self.subTest(name):
                frames = self.crash(name, number)
                self.assertTrue(frames)
                for frame in frames:
                    self.assertRegex(frame, r"^(/.+|linux-vdso.*|\?)\+0x[0-9a-f]+$")

    def test_frames_are_what_addr2line_takes(self):
        file, address = self.crash("ReadsNull", signal.SIGSEGV)[0].rsplit("+", 1)
        symbol = subprocess.run(["addr2line", "-Cfe", file, address], stdout=subprocess.PIPE,
                                check=True, timeout=DEADLINE_S).stdout
        self.assertIn(b"Fatal_ReadsNull_Test::TestBody", symbol)

    def test_other_ends_are_not_told(self):
        for name, code in (("IsKilled", -signal.SIGKILL), ("Exits", 3), ("HasItsOwnHandler", 5)):
            with self.subTest(name):
                worker = self.start_ready("fatal")
                worker.run("Fatal", 1, name)
                self.assertEqual([line[0] for line in worker.read_to_end()],
                                 ["suite_set_up", "started"])
                self.assertEqual(worker.wait(), code)

    def test_stack_on_demand(self):
        worker = self.start_ready("fatal")
        worker.run("Fatal", 1, "Hangs")
        worker.read_until("started")
        for _ in range(50):
            os.kill(worker.process.pid, signal.SIGRTMIN + 5)
            self.assertGreater(len(worker.read_until("stack")[-1]), 3)
        worker.process.kill()
        self.assertEqual(worker.wait(), -signal.SIGKILL)


class ForkedChildren(WorkerTest):
    def test_death_tests_of_both_styles(self):
        worker = self.start_ready("fatal")
        lines = self.lines_of(worker, "In/Deaths", "AreOrdinary/0", "AreOrdinary/1",
                              "AreOrdinary/0")
        self.assertEqual([line[0] for line in lines].count("started"), 3)
        self.assertEqual(self.statuses(lines), {1: "passed", 2: "passed", 3: "passed"}, lines)
        self.assertEqual(worker.wait(), 0)

    def test_child_that_falls_through_ends_by_itself(self):
        worker = self.start_ready("fatal")
        lines = without_times(self.lines_of(worker, "Forks", "FallsThrough",
                                            "FallsThroughAfterFailure", "CrashesInTheChild",
                                            "OnlyTheParentGetsHere"))
        self.assertEqual(lines, [
            ["suite_set_up", "Forks", "ok"],
            ["started", "1"], ["finished", "1", "passed", "0"],
            ["started", "2"], ["finished", "2", "passed", "0"],
            ["started", "3"], ["finished", "3", "passed", "0"],
            ["started", "4"], ["finished", "4", "passed", "0"],
            ["suite_torn_down", "Forks", "ok"], ["bye"]])
        self.assertEqual(worker.wait(), 0)
        self.assertEqual(sorted(worker.output_by_id()), [1, 2, 3, 4])


class Output(WorkerTest):
    def test_marks_stand_around_what_a_method_prints(self):
        worker = self.start_ready("suite_fixtures")
        self.lines_of(worker, "Prints", "Plainly", "WithoutLineEnd", "ToTheDescriptor", "Nothing")
        self.assertEqual(worker.wait(), 0)
        self.assertEqual(worker.output_by_id(),
                         {1: b"one\n", 2: b"two", 3: b"three four", 4: b""})

    def test_silent_methods_do_not_move_what_the_next_one_prints(self):
        worker = self.start_ready("suite_fixtures")
        names = ["Nothing"] * 40 + ["WithoutLineEnd"] + ["Nothing"] * 40 + ["Plainly", "Nothing"]
        worker.run("Prints", 1, *names)
        worker.read_until("finished", len(names))
        worker.run("Counts", 101, "One")
        worker.retire()
        worker.wait()
        printed = {id: text for id, text in worker.output_by_id().items() if text}
        self.assertEqual(printed, {41: b"two", 82: b"one\n"})

    def test_a_mark_without_the_secret_is_output(self):
        worker = self.start_ready("suite_fixtures")
        self.lines_of(worker, "Prints", "AForgedMark", "Nothing")
        worker.wait()
        self.assertEqual(worker.output_by_id(),
                         {1: b"\0carpool-mark " + b"0" * 32 + b" 3\n", 2: b""})

    def test_a_talkative_printer_stays_outside(self):
        worker = self.start_ready("suite_fixtures", environment={"GTEST_BRIEF": "0"})
        self.lines_of(worker, "Prints", "Plainly", "WithoutLineEnd", "Nothing")
        worker.wait()
        self.assertEqual(worker.output_by_id(), {1: b"one\n", 2: b"two", 3: b""})
        self.assertIn(b"[       OK ] Prints.WithoutLineEnd", worker.output)

    def test_output_of_fixtures_stays_outside(self):
        worker = self.start_ready("suite_fixtures")
        self.lines_of(worker, "Counts", "One")
        worker.wait()
        self.assertEqual(worker.output_by_id(), {1: b""})
        self.assertTrue(worker.output.index(b"set up 1") < worker.output.index(b"\0carpool-mark"))


class Listing(WorkerTest):
    def list(self, sample, *arguments):
        worker = self.start(sample, mode="list", arguments=arguments)
        lines = worker.read_to_end()
        self.assertEqual(lines[0][:2] + lines[0][3:4], ["hello", "1", "googletest"])
        self.assertEqual(int(lines[0][5]), worker.process.pid)
        self.assertEqual(worker.wait(), 0)
        self.assertEqual(lines[-1][:2], ["listed", str(len(lines) - 2)])
        return lines[1:-1]

    def test_names_survive(self):
        lines = self.list("names")
        odd = [line[2].encode("utf-8", "surrogateescape") for line in lines if line[1] == "Odd;Suite"]
        self.assertEqual(odd, [
            b"", b" both ends ", b"tab\there", b"line\nend", b"*", b"?", b"a:b", b"-a", b"#", b"%41",
            b"\"quoted'", b"back\\slash", b"$<0:no>]==]", b"${HOME}", b"\xff\xfe", b"\x7f\x01",
            b"DISABLED_x", b"x/DISABLED_y", b"carpool", b"n" * 5000])

    def test_disabled_is_told_by_the_names(self):
        disabled = [(line[1], line[2]) for line in self.list("names") if line[7] == "disabled"]
        self.assertEqual(disabled, [("Odd;Suite", "DISABLED_x"), ("Odd;Suite", "x/DISABLED_y"),
                                    ("DISABLED_Suite", "One"), ("In/DISABLED_Suite", "One")])

    def test_a_shared_name_is_listed_once(self):
        same = [line[2] for line in self.list("names") if line[1] == "Same"]
        self.assertEqual(same, ["Name", "Other"])

    def test_parameters_and_places(self):
        lines = {(line[1], line[2]): line[3:] for line in self.list("verdicts")}
        type_parameter, _, file, number, flags = lines["TypedSuite/1", "Runs"]
        self.assertEqual(type_parameter, "char")
        self.assertTrue(file.endswith("verdicts.cpp"))
        self.assertGreater(int(number), 1)
        self.assertEqual(flags, "")
        self.assertEqual(lines["In/Valued", "Runs/0"][1], '"a\\tb"')

    def test_the_filter_holds(self):
        lines = self.list("verdicts", "--gtest_filter=Order.*-*.Second")
        self.assertEqual([line[2] for line in lines], ["First", "Third"])


class Start(WorkerTest):
    def run_plain(self, environment, *arguments):
        variables = {k: v for k, v in os.environ.items() if not k.startswith("GTEST_")}
        variables.update(environment)
        return subprocess.run([sample_path("verdicts"), *arguments], env=variables,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=DEADLINE_S)

    def test_without_a_channel_nothing_is_different(self):
        result = self.run_plain({"CARPOOL_MODE": "serve"}, "--gtest_filter=Order.First")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"[ RUN      ] Order.First\n[       OK ] Order.First", result.stdout)

    def test_an_unusable_channel_ends_the_process_with_a_word(self):
        for channel in ("fd:999", "fd:", "fd:x", "fd:0", "unix:@", "unix:@no-such-runner", "tcp:1"):
            with self.subTest(channel):
                result = self.run_plain({"CARPOOL_CHANNEL": channel, "CARPOOL_MODE": "serve"})
                self.assertEqual(result.returncode, 70)
                self.assertEqual(result.stdout, b"carpool: cannot reach the runner at '%s'\n"
                                 % channel.encode())

    def test_an_unknown_mode_ends_the_process_with_a_word(self):
        result = self.run_plain({"CARPOOL_CHANNEL": "fd:0", "CARPOOL_MODE": "sing"})
        self.assertEqual(result.returncode, 70)
        self.assertIn(b"expected 'serve' or 'list'", result.stdout)

    def test_connecting_back(self):
        worker = self.start("verdicts", connect_back=True)
        worker.read_until("ready")
        self.assertEqual(self.statuses(self.lines_of(worker, "Order", "First")), {1: "passed"})
        self.assertEqual(worker.wait(), 0)


if __name__ == "__main__":
    main()
