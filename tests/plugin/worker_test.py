"""What the tests of the plugin share: a worker for each test, and ways to read what it says.

The first argument of each test program is the folder of the samples, the others are unittest's.
"""

import os
import sys
import unittest

from worker_process import Worker

SAMPLES = ""


def main():
    global SAMPLES
    SAMPLES = sys.argv.pop(1)
    unittest.main("__main__")


def sample_path(sample):
    return os.path.join(SAMPLES, sample)


def version_of(hello):
    return tuple(map(int, hello[4].split(".")))


def without_times(lines):
    """The lines, with durations, marks and stack frames left out: [word, fields...]."""
    plain = []
    for line in lines:
        line = list(line)
        if line[0] == "finished":
            del line[5], line[3]
        elif line[0] in ("suite_set_up", "suite_torn_down"):
            del line[3:]
        elif line[0] == "crash":
            del line[2:]
        plain.append(line)
    return plain


class WorkerTest(unittest.TestCase):
    def start(self, sample, **options):
        worker = Worker(sample_path(sample), **options)
        self.addCleanup(worker.close)
        return worker

    def start_ready(self, sample, **options):
        worker = self.start(sample, **options)
        self.assertEqual(worker.read_until("ready")[-1], ["ready", "ok", ""])
        return worker

    def lines_of(self, worker, class_name, *names, first_id=1):
        """What a batch and a retirement make the worker say, from suite set-up to bye."""
        worker.run(class_name, first_id, *names)
        return worker.retire()

    def conversation(self, sample, class_name, *names, **options):
        worker = self.start_ready(sample, **options)
        lines = without_times(self.lines_of(worker, class_name, *names))
        self.assertEqual(worker.wait(), 0)
        return lines

    def statuses(self, lines):
        return {int(line[1]): line[2] for line in lines if line[0] == "finished"}
