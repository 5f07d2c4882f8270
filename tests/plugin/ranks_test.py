"""The plugin alone: <carpool/rank.h>, with a driver in the place of the runner, and by hand."""

import os
import signal
import stat
import subprocess
import tempfile

from worker_process import DEADLINE_S, as_bytes
from worker_test import WorkerTest, main, sample_path, without_times

LAUNCHER_VARIABLES = ("RANK", "WORLD_SIZE", "OMPI_", "PMI", "MV2_", "SLURM_")


class RankTest(WorkerTest):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="carpool test ")
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def start_rank(self, gang, sample="ranks", **environment):
        environment.setdefault("CARPOOL_RENDEZVOUS", os.path.join(self.directory, "run", "7"))
        return self.start_ready(sample, environment=dict(environment, CARPOOL_GANG=gang))

    def run_method(self, worker, name, id=1, class_name="Rank"):
        """Asks for the method and reads up to its first `meet`, or to its end."""
        worker.run(class_name, id, name)
        while True:
            line = worker.read_line()
            self.assertIsNotNone(line)
            if line[0] in ("meet", "finished"):
                return line

    def printed(self, worker, id=1):
        self.assertEqual(worker.retire()[-1], ["bye"])
        self.assertEqual(worker.wait(), 0)
        return worker.output_by_id()[id].decode()

    def message_of_failure(self, worker, name):
        finished = self.run_method(worker, name)
        self.assertEqual(finished[:3], ["finished", "1", "failed"], worker.lines)
        failures = [line[5] for line in worker.lines if line[0] == "failure"]
        self.assertEqual(len(failures), 1)
        return failures[0]

    def files_of(self, output):
        """By where they were asked for; each is another one."""
        words = [line.partition(" ") for line in output.decode().splitlines()]
        files = {where: path for where, _, path in words
                 if where in ("set-up", "one", "two", "tear-down")}
        self.assertEqual(len(set(files.values())), len(files))
        return files


class Place(RankTest):
    def test_is_what_the_runner_says(self):
        worker = self.start_rank("2/5", RANK="0", WORLD_SIZE="1", SLURM_PROCID="3",
                                 SLURM_NTASKS="9")
        self.assertEqual(self.run_method(worker, "ShowsItsPlace")[2], "passed")
        self.assertEqual(self.printed(worker), "rank 2 of 5\n")

    def test_nonsense_ends_the_process_with_a_word(self):
        for gang in ("2", "/", "x/2", "1/x", "-1/2", "2/2", "0/0"):
            with self.subTest(gang):
                words = "CARPOOL_GANG is '%s', expected '<rank>/<size>'" % gang
                worker = self.start("ranks", environment={"CARPOOL_GANG": gang})
                self.assertEqual(worker.read_to_end(), [["cannot_serve", words]])
                self.assertEqual(worker.wait(), 70)
                self.assertEqual(worker.output.decode(), "carpool: %s\n" % words)

    def test_a_launcher_with_another_number_of_ranks_is_told_to_the_runner(self):
        many = "the LAUNCHER started %s of a WORLD_SIZE of 4: it has to start as many"
        for variables, suffix, words in (
                ({"OMPI_COMM_WORLD_RANK": "2", "OMPI_COMM_WORLD_SIZE": "3"}, ".2", many % "3 ranks"),
                ({"PMI_RANK": "5", "PMI_SIZE": "6"}, ".0", many % "6 ranks"),
                ({"RANK": "4", "WORLD_SIZE": "4"}, ".0", many % "rank 4"),
                ({}, ".0", "the LAUNCHER gives no rank in a variable that Carpool knows "
                           "(OMPI_COMM_WORLD_RANK, PMI_RANK, PMIX_RANK, SLURM_PROCID, RANK)")):
            with self.subTest(variables):
                worker = self.start("ranks", connect_back=True, suffix=suffix,
                                    environment=dict(variables, CARPOOL_GANG="launcher/4"))
                self.assertEqual(worker.read_to_end(), [["cannot_serve", words]])
                self.assertEqual(worker.wait(), 70)
                self.assertEqual(worker.output.decode(), "carpool: %s\n" % words)


class Meetings(RankTest):
    def test_barrier(self):
        worker = self.start_rank("1/2")
        for id, name in enumerate(("Meets", "MeetsInAThread"), 1):
            self.assertEqual(self.run_method(worker, name, id), ["meet", "barrier", "0", ""])
            worker.send("met")
            self.assertEqual(worker.read_until("finished")[-1][1:3], [str(id), "passed"])

    def test_all_gather_carries_any_bytes(self):
        own = b"\0\t\n%\x7f\xff r1"
        worker = self.start_rank("1/3")
        meet = self.run_method(worker, "Gathers")
        self.assertEqual(meet[:3], ["meet", "all_gather", "0"])
        self.assertEqual(meet[3].encode("utf-8", "surrogateescape"), own)
        parts = [bytes(range(256)), own, b""]
        for part in parts:
            worker.send("part", part)
        worker.send("met")
        self.assertEqual(worker.read_until("finished")[-1][2], "passed")
        self.assertEqual(self.printed(worker), "".join(part.hex() + "\n" for part in parts))

    def test_broadcast_sends_the_bytes_of_the_root_alone(self):
        for gang, given in (("0/3", ""), ("2/3", "2")):
            with self.subTest(gang):
                worker = self.start_rank(gang)
                self.assertEqual(self.run_method(worker, "Broadcasts"),
                                 ["meet", "broadcast", "2", given])
                worker.send("part", "2")
                worker.send("met")
                self.assertEqual(worker.read_until("finished")[-1][2], "passed")
                self.assertEqual(self.printed(worker), as_bytes("2").hex() + "\n")

    def test_broadcast_does_not_look_at_what_others_than_the_root_give(self):
        worker = self.start_rank("1/2")
        self.assertEqual(self.run_method(worker, "BroadcastsWithTooMuchBesideTheRoot"),
                         ["meet", "broadcast", "0", ""])
        worker.send("part", "0")
        worker.send("met")
        self.assertEqual(worker.read_until("finished")[-1][2], "passed")
        self.assertEqual(self.printed(worker), as_bytes("0").hex() + "\n")

    def test_a_call_before_the_plugin_is_there_is_refused_and_does_not_hang(self):
        worker = self.start_rank("0/2", CALLS_TOO_EARLY="1", RANK="0", WORLD_SIZE="2")  # as the runner does
        self.assertEqual(self.run_method(worker, "ShowsItsPlace")[2], "passed")
        self.assertEqual(worker.retire()[-1], ["bye"])
        self.assertEqual(worker.wait(), 0)
        self.assertIn(b"carpool::barrier(): too early, before main() and the static objects of Carpool's plugin\n",
                      worker.output)

    def test_a_refusal_is_an_error_and_the_worker_goes_on(self):
        worker = self.start_rank("0/2")
        self.run_method(worker, "Meets")
        worker.send("refused", "rank 1 ended the method (passed) without joining in")
        failure, finished = worker.read_until("finished")
        self.assertIn("carpool::barrier(): rank 1 ended the method (passed) without joining in",
                      failure[5])
        self.assertEqual(finished[1:3], ["1", "failed"])
        self.run_method(worker, "CatchesTheRefusal", 2)
        worker.send("refused", "the ranks make different calls")
        self.assertEqual(worker.read_until("finished")[-1][1:3], ["2", "passed"])
        self.assertEqual(self.printed(worker, 2),
                         "carpool::barrier(): the ranks make different calls\n")

    def test_the_most_bytes_go_through(self):
        worker = self.start_rank("0/2")
        meet = self.run_method(worker, "GivesTheMost")
        self.assertEqual(meet[3], "\0" * (64 << 10))
        worker.send("part", meet[3])
        worker.send("part", "")
        worker.send("met")
        self.assertEqual(worker.read_until("finished")[-1][2], "passed")

    def test_wrong_calls_are_refused_without_the_runner(self):
        for name, words in (
                ("GivesTooMuch", "carpool::all_gather(): 65537 bytes are too many, at most 65536 go "
                                 "through the runner"),
                ("AsksForANegativeRoot", "carpool::broadcast(): there is no rank -1, the gang has 2"),
                ("AsksForARootThatIsNotThere",
                 "carpool::broadcast(): there is no rank 2, the gang has 2")):
            with self.subTest(name):
                self.assertIn(words, self.message_of_failure(self.start_rank("0/2"), name))

    def test_a_forked_child_has_no_part(self):
        worker = self.start_rank("0/2")
        self.assertEqual(self.run_method(worker, "MeetsInAForkedChild")[2], "passed")

    def test_a_gang_of_one_answers_itself(self):
        worker = self.start_rank("0/1")
        for id, name in enumerate(("Meets", "Gathers", "Broadcasts", "GivesTheMost"), 1):
            finished = self.run_method(worker, name, id)
            self.assertEqual(finished[:3], ["finished", str(id), "passed"])
        self.assertEqual(self.printed(worker, 2), b"\0\t\n%\x7f\xff r0".hex() + "\n")

    def test_a_request_that_comes_before_the_answer_is_the_main_threads(self):
        called = os.path.join(self.directory, "called")
        worker = self.start_rank("0/2", IT_HAS_CALLED=called)
        self.assertEqual(self.run_method(worker, "Starts", 1, "Behind")[0], "meet")
        with open(called, "w"):
            pass
        self.assertEqual(worker.read_until("finished")[-1][1:3], ["1", "passed"])
        self.assertEqual(self.run_method(worker, "GoesOn", 2, "Behind")[:3],
                         ["finished", "2", "passed"])
        worker.run("Behind", 3, "Joins")
        self.assertEqual(worker.read_line()[0], "started")
        worker.send("met")
        self.assertEqual(worker.read_until("finished")[-1][1:3], ["3", "passed"])
        self.printed(worker)

    def test_retiring_does_not_wait_for_an_answer(self):
        called = os.path.join(self.directory, "called")
        worker = self.start_rank("0/2", IT_HAS_CALLED=called)
        self.run_method(worker, "Starts", 1, "Behind")
        with open(called, "w"):
            pass
        worker.read_until("finished")
        worker.send("retire")
        self.assertIn(["suite_torn_down", "Behind", "ok"],
                      without_times(worker.read_until("bye")))

    def test_a_runner_that_goes_away_is_told(self):
        worker = self.start_rank("0/2")
        self.run_method(worker, "CatchesTheRefusal")
        worker.channel.shutdown(1)
        self.assertEqual(worker.wait(), 0)
        self.assertIn(b"carpool::barrier(): the runner has gone\n", worker.output)


class Bare(RankTest):
    def test_without_exceptions_it_works(self):
        worker = self.start_rank("0/2", "ranks_bare")
        self.assertEqual(self.run_method(worker, "Gathers", 1, "Bare"),
                         ["meet", "all_gather", "0", "x"])
        for line in (("part", "x"), ("part", "y"), ("met",)):
            worker.send(*line)
        self.assertEqual(worker.read_until("finished")[-1][2], "passed")

    def test_without_exceptions_a_refusal_aborts_with_the_reason(self):
        worker = self.start_rank("0/2", "ranks_bare")
        self.run_method(worker, "Meets", 1, "Bare")
        worker.send("refused", "rank 1 is late")
        self.assertEqual(worker.read_to_end()[-1][:2], ["crash", str(int(signal.SIGABRT))])
        self.assertEqual(worker.wait(), -signal.SIGABRT)
        self.assertIn(b"carpool::barrier(): rank 1 is late\n", worker.output)


class RendezvousFiles(RankTest):
    def test_every_step_has_its_own(self):
        worker = self.start_rank("1/2")
        worker.run("Files", 4)
        worker.run("Files", 4, "One")
        worker.run("Files", 5, "Two", "Two")
        lines = worker.retire()
        self.assertEqual(self.statuses(lines), {4: "passed", 5: "passed", 6: "passed"}, lines)
        self.assertEqual(worker.wait(), 0)
        text = b"".join(part.split(b"\n", 1)[-1]
                        for part in worker.output.split(b"\0carpool-mark"))
        files = self.files_of(text)
        directory = os.path.join(self.directory, "run", "7")
        self.assertEqual(files["one"], directory + "/method-4")
        self.assertEqual(files["two"], directory + "/method-6")
        self.assertEqual(sorted(os.listdir(directory)),
                         ["method-4", "method-5", "method-6", "set-up-4", "tear-down-4"])

    def test_repetitions_have_their_own(self):
        worker = self.start_ready("ranks", arguments=["--gtest_repeat=3"], environment={
            "CARPOOL_GANG": "1/2", "CARPOOL_RENDEZVOUS": os.path.join(self.directory, "7")})
        self.assertEqual(self.statuses(self.lines_of(worker, "Files", "One")), {1: "passed"})
        self.assertEqual(len(os.listdir(os.path.join(self.directory, "7"))), 5)

    def test_a_gang_of_one_has_them_too(self):
        worker = self.start_rank("0/1")
        self.assertEqual(self.statuses(self.lines_of(worker, "Files", "One")), {1: "passed"})

    def test_directories_are_private(self):
        worker = self.start_rank("0/2")
        self.lines_of(worker, "Files", "One")
        for directory in ("run", "run/7"):
            mode = os.stat(os.path.join(self.directory, directory)).st_mode
            self.assertEqual(stat.S_IMODE(mode), 0o700)

    def test_a_directory_of_somebody_elses_making_is_refused(self):
        os.mkdir(os.path.join(self.directory, "run"))
        os.symlink("/tmp", os.path.join(self.directory, "run", "7"))
        worker = self.start_rank("0/2")
        lines = without_times(self.lines_of(worker, "Files", "One"))
        self.assertIn("carpool::rendezvous_file(): cannot make %s/run/7: " % self.directory,
                      lines[0][5])


class ByHand(RankTest):
    def run_plain(self, filter, **environment):
        variables = {k: v for k, v in os.environ.items()
                     if not k.startswith(("GTEST_", *LAUNCHER_VARIABLES))}
        variables.update(environment, TMPDIR=self.directory)
        return subprocess.run([sample_path("ranks"), "--gtest_filter=" + filter], env=variables,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=DEADLINE_S)

    def test_place(self):
        for environment, place in (
                ({}, "0 of 1"), ({"RANK": "2", "WORLD_SIZE": "4"}, "2 of 4"),
                ({"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "2", "RANK": "0"}, "1 of 2"),
                ({"SLURM_PROCID": "1", "SLURM_NTASKS": "3"}, "1 of 3"),
                ({"RANK": "4", "WORLD_SIZE": "4"}, "0 of 1"),
                ({"RANK": "3"}, "0 of 1"), ({"RANK": "0", "WORLD_SIZE": "x"}, "0 of 1")):
            with self.subTest(environment):
                result = self.run_plain("Rank.ShowsItsPlace", **environment)
                self.assertEqual(result.returncode, 0)
                self.assertIn(b"rank " + place.encode() + b"\n", result.stdout)

    def test_alone_it_meets_itself(self):
        result = self.run_plain("Rank.Meets:Rank.Gathers:Rank.Broadcasts")
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_several_do_not_come_together_without_the_runner(self):
        result = self.run_plain("Rank.Meets:Files.One", RANK="2", WORLD_SIZE="4")
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"carpool::barrier(): the ranks come together through Carpool's runner: "
                      b"use ctest or carpool run", result.stdout)
        self.assertIn(b"carpool::rendezvous_file(): the ranks agree on a path through Carpool's "
                      b"runner: use ctest or carpool run", result.stdout)

    def test_every_method_has_a_file_and_none_is_left(self):
        result = self.run_plain("*Files.*")
        self.assertEqual(result.returncode, 0, result.stdout)
        paths = [line.partition(" ")[2] for line in result.stdout.decode().splitlines()
                 if " %s/carpool-" % self.directory in line]
        self.assertEqual(len(paths), 7, result.stdout)
        self.assertEqual(len(set(paths)), 7, paths)
        self.assertEqual(os.listdir(self.directory), [])


if __name__ == "__main__":
    main()
