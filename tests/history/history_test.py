"""`carpool history` and `carpool merge` from outside: what they print, write and exit with.

CARPOOL_EXECUTABLE is the runner; what it writes is kept in CARPOOL_TEST_DOCUMENTS, for the schemas.
"""

import datetime
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

CARPOOL = os.environ["CARPOOL_EXECUTABLE"]
DOCUMENTS = pathlib.Path(os.environ["CARPOOL_TEST_DOCUMENTS"])
STATUSES = "passed failed skipped disabled flaky crashed exited timed_out protocol_error interrupted not_run".split()
RUN_STARTED = {
    "event": "run_started", "t_ns": 0, "schema": "carpool/journal/v1", "run_id": "x", "host_cores": 2,
    "started_at": "2026-12-01T00:00:00.000Z", "version": "0.1.0",
}  # fmt: skip


def began(number):
    return datetime.datetime(2026, 1, 1) + datetime.timedelta(hours=number)


def run_id(number):
    return began(number).strftime("%Y%m%dT%H%M%SZ") + "-999999999"


def report(number, durations_ms, host="north", red=()):
    """A run of one class, of which each method passed, but those that are red."""
    methods = [
        {
            "name": name, "status": "failed" if name in red else "passed", "duration_ns": int(ms * 1e6), "attempts": 1,
            "worker": 1, "position": position, "failures": [],
        }
        for position, (name, ms) in enumerate(durations_ms.items())
    ]  # fmt: skip
    counts = {status: sum(method["status"] == status for method in methods) for status in STATUSES}
    of_class = {
        "target": "core", "name": "C", "status": "failed" if red else "passed", "wall_ns": 10**9, "workers_started": 1,
        "restarts": 0, "start_up": {"spawn_ns": 1, "init_ns": 1}, "suite_set_up_ns": 0, "suite_tear_down_ns": 0,
        "exit_ns": 0, "spawn_baseline": None, "workers": [], "methods": methods,
    }  # fmt: skip
    return {
        "schema": "carpool/report/v1",
        "run": {
            "id": run_id(number), "started_at": began(number).strftime("%Y-%m-%dT%H:%M:%S.000Z"), "wall_ns": 10**9,
            "interrupted": False, "red": bool(red), "runners": 1, "host": {"name": host, "cores": 2}, "version": "0.1.0",
        },
        "totals": {"classes": 1, "methods": len(methods), **counts},
        "spawn_baseline": None, "problems": [], "classes": [of_class],
    }  # fmt: skip


class Scratch(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = pathlib.Path(directory.name)

    def put(self, build, number, **of_report):
        run = self.folder / build / "Testing/Carpool/runs" / run_id(number)
        run.mkdir(parents=True)
        (run / "report.json").write_text(json.dumps(report(number, **of_report), indent=1))
        return run

    def put_many(self, build, numbers, slow_from=None, host="north"):
        for number in numbers:
            slow = slow_from is not None and number >= slow_from
            durations = {"slow": (20 if slow else 10) + number * 0.001, "quick": 2 + (number * 7 % 5) * 0.001}
            self.put(build, number, durations_ms=durations, host=host)

    def carpool(self, code, *words):
        outcome = subprocess.run(
            [CARPOOL, *map(str, words)], cwd=self.folder, text=True, capture_output=True, timeout=120, check=False
        )
        self.assertEqual(code, outcome.returncode, outcome.stdout + outcome.stderr)
        return outcome.stdout + outcome.stderr

    def keep(self, name):
        DOCUMENTS.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.folder / name, DOCUMENTS / f"{self.id()}-{name}")
        return self.folder / name


class History(Scratch):
    def test_tells_what_became_slow_by_table_and_by_json(self):
        self.put_many("build", range(20), slow_from=10)
        text = self.carpool(0, "history", "build")
        self.assertIn("carpool: 20 runs, 0 red", text)
        self.assertIn(f"C.slow takes 2.00 times as long since run {run_id(10)}", text)
        self.assertIn("newly flaky", text)
        self.assertNotIn("core.C.slow", text)
        self.assertIn("core.C.slow", self.carpool(0, "history", "build", "--methods"))
        self.carpool(0, "history", "build", "--json", "-o", "trend.json")
        trend = json.loads(self.keep("trend.json").read_text())
        self.assertEqual(["newly_slow"], [finding["kind"] for finding in trend["findings"]])
        self.assertEqual(trend, json.loads(self.carpool(0, "history", "build", "--json")))

    def test_tells_flaky_ones(self):
        for number in range(12):
            self.put("build", number, durations_ms={"a": 1}, red={"a"} if number in (6, 8, 9) else ())
        self.carpool(0, "history", "build", "--json", "-o", "flaky.json")
        (finding,) = json.loads(self.keep("flaky.json").read_text())["findings"]
        self.assertEqual("newly_flaky", finding["kind"])
        self.assertEqual([6, 8, 9], finding["evidence"]["flaky_runs"])

    def test_takes_the_results_folder_that_it_stands_in(self):
        self.put_many(".", range(2))
        self.assertIn("2 runs", self.carpool(0, "history"))

    def test_of_nothing_is_4(self):
        (self.folder / "empty").mkdir()
        self.assertIn("there is no run in empty", self.carpool(4, "history", "empty"))

    def test_of_what_is_not_there_is_3(self):
        self.assertIn("there is no none", self.carpool(3, "history", "none"))

    def test_with_a_wrong_option_is_2(self):
        self.carpool(2, "history", "build", "--level", "3")
        self.carpool(2, "history", "build", "--last", "0")

    def test_names_the_run_that_cannot_be_read_and_shows_the_others(self):
        self.put_many("build", range(3))
        broken = self.put("build", 3, durations_ms={"a": 1})
        (broken / "report.json").write_text("{")
        text = self.carpool(3, "history", "build")
        self.assertIn("3 runs", text)
        self.assertIn(run_id(3), text)

    def test_reads_a_journal_that_was_cut_off(self):
        run = self.folder / "build/Testing/Carpool/runs" / run_id(0)
        run.mkdir(parents=True)
        (run / "journal-a.ndjson").write_text(json.dumps(RUN_STARTED, separators=(",", ":")) + '\n{"event":"cla')
        self.assertIn("carpool: 1 run, ", self.carpool(0, "history", "build"))
        (run / "journal-a.ndjson").write_text('{"event":"cla')
        self.assertIn(run_id(0), self.carpool(3, "history", "build"))


class Merge(Scratch):
    def test_brings_machines_together_and_is_idempotent(self):
        self.put_many("one", range(3))
        self.put_many("two", range(2, 5), host="south")
        self.assertIn("6 runs in all.ndjson", self.carpool(0, "merge", "-o", "all.ndjson", "one", "two"))
        before = self.keep("all.ndjson").read_bytes()
        self.carpool(0, "merge", "-o", "all.ndjson", "two", "all.ndjson")
        self.assertEqual(before, (self.folder / "all.ndjson").read_bytes())
        self.assertIn("on 2 machines", self.carpool(0, "history", "all.ndjson", "one"))
        self.assertIn("on 1 machine", self.carpool(0, "history", "all.ndjson", "--pool-hosts"))

    def test_keeps_what_is_asked_and_says_what_goes(self):
        self.put_many("one", range(5))
        text = self.carpool(0, "merge", "-o", "all.ndjson", "--keep-runs", "2", "one")
        self.assertIn(f"3 old runs left out, beyond what is kept: {run_id(0)} to {run_id(2)}", text)
        text = self.carpool(0, "merge", "-o", "all.ndjson", "--keep-days", "1", "one")
        self.assertIn("1 run in all.ndjson", text)

    def test_of_two_reports_of_one_run_is_3_and_writes_nothing(self):
        self.put("one", 0, durations_ms={"a": 1})
        self.put("two", 0, durations_ms={"a": 2})
        text = self.carpool(3, "merge", "-o", "all.ndjson", "one", "two")
        self.assertIn(f"two different reports claim to be of run {run_id(0)} of north", text)
        self.assertFalse((self.folder / "all.ndjson").exists())

    def test_of_a_newer_or_cut_off_archive_is_3(self):
        archive = self.folder / "all.ndjson"
        archive.write_text('{"schema":"carpool/archive/v2","runs":0}\n')
        self.assertIn("another version", self.carpool(3, "merge", "-o", "out.ndjson", "all.ndjson"))
        archive.write_text('{"schema":"carpool/archive/v1","runs":2}\n{}\n')
        self.assertIn("was cut off", self.carpool(3, "history", "all.ndjson"))

    def test_of_nothing_is_4_and_of_no_words_is_2(self):
        (self.folder / "empty").mkdir()
        self.assertIn("there is no run in empty", self.carpool(4, "merge", "-o", "all.ndjson", "empty"))
        self.carpool(2, "merge", "-o", "all.ndjson")
        self.carpool(2, "merge", "empty")

    def test_that_cannot_be_written_is_3(self):
        self.put_many("one", range(2))
        (self.folder / "file").write_text("")
        self.assertIn("file", self.carpool(3, "merge", "-o", "file/all.ndjson", "one"))


if __name__ == "__main__":
    unittest.main()
