"""validate.py must find what is wrong: each case here is a document with one fault."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

VALIDATE = pathlib.Path(__file__).with_name("validate.py")
HISTORY = {
    "schema": "carpool/history/v1",
    "classes": [
        {"target": "t", "class": "C", "red": False, "wall_ns": 1, "methods": 1, "runs": 1, "last_run": "x"}
    ],
}
STATUSES = (
    "passed failed skipped disabled flaky crashed exited timed_out protocol_error interrupted not_run".split()
)
RUN_STARTED = {
    "event": "run_started", "t_ns": 0, "schema": "carpool/journal/v1", "run_id": "x", "host_cores": 2,
    "started_at": "2026-12-02T00:45:12.123Z", "version": "0.1.0",
}  # fmt: skip


def report():
    method = {
        "name": "m", "status": "passed", "duration_ns": 1, "attempts": 1, "worker": 1, "position": 0,
        "failures": [],
    }  # fmt: skip
    of_class = {
        "target": "t", "name": "C", "status": "passed", "wall_ns": 1, "workers_started": 1, "restarts": 0,
        "start_up": {"spawn_ns": 1, "init_ns": 1}, "suite_set_up_ns": 0, "suite_tear_down_ns": 0,
        "exit_ns": 0, "spawn_baseline": None, "workers": [], "methods": [method],
    }  # fmt: skip
    return {
        "schema": "carpool/report/v1",
        "run": {
            "id": "x", "started_at": "2026-12-02T00:45:12.123Z", "wall_ns": 1, "interrupted": False,
            "red": False, "runners": 1, "host": {"cores": 2}, "version": "0.1.0",
        },
        "totals": {"classes": 1, "methods": 1, **{status: int(status == "passed") for status in STATUSES}},
        "spawn_baseline": None,
        "problems": [],
        "classes": [of_class],
    }  # fmt: skip


class Checked(unittest.TestCase):
    def outcome(self, name, text):
        with tempfile.TemporaryDirectory() as directory:
            (pathlib.Path(directory) / name).write_text(text, encoding="utf-8")
            return subprocess.run(
                [sys.executable, "-B", str(VALIDATE), directory], stdout=subprocess.PIPE, text=True
            )

    def assert_code(self, code, name, text):
        outcome = self.outcome(name, text)
        self.assertEqual(outcome.returncode, code, outcome.stdout)


class Validate(Checked):
    def test_valid_documents_pass(self):
        self.assert_code(0, "a.json", json.dumps(HISTORY))
        self.assert_code(0, "a.json", json.dumps(report()))
        self.assert_code(0, "a.ndjson", json.dumps(RUN_STARTED) + "\n")

    def test_nothing_to_check_is_not_green(self):
        self.assert_code(2, "a.json", "{}")
        self.assert_code(2, "a.txt", "")

    def test_an_unknown_member_is_found(self):
        self.assert_code(1, "a.json", json.dumps({**HISTORY, "extra": 1}))

    def test_an_unknown_version_is_found(self):
        self.assert_code(1, "a.json", json.dumps({**HISTORY, "schema": "carpool/history/v9"}))

    def test_broken_json_is_found(self):
        self.assert_code(1, "a.json", json.dumps(HISTORY)[:-1])
        self.assert_code(1, "a.json", '{"schema": "carpool/history/v1", "classes": [NaN]}')

    def test_a_broken_journal_line_is_found(self):
        begin = json.dumps(RUN_STARTED) + "\n"
        self.assert_code(1, "a.ndjson", begin + '{"event": "tea", "t_ns": 1}\n')
        self.assert_code(1, "a.ndjson", begin + "{]\n")
        self.assert_code(1, "a.ndjson", '{"event":"run_finished","t_ns":0,"interrupted":false,"exit_code":0,"wall_ns":1}\n')
        self.assert_code(0, "a.ndjson", begin + '{"event": "torn')

    def test_sums_that_do_not_add_up_are_found(self):
        wrong = report()
        wrong["totals"]["failed"] = 1
        self.assert_code(1, "a.json", json.dumps(wrong))

    def test_a_method_listed_twice_is_found(self):
        wrong = report()
        wrong["classes"][0]["methods"] *= 2
        wrong["totals"].update(passed=2, methods=2)
        self.assert_code(1, "a.json", json.dumps(wrong))

    def test_a_duration_that_is_no_integer_is_found(self):
        wrong = report()
        wrong["run"]["wall_ns"] = 1.5
        self.assert_code(1, "a.json", json.dumps(wrong))


class AnArchive(Checked):
    def archive(self, runs, *reports):
        header = json.dumps({"schema": "carpool/archive/v1", "runs": runs}, separators=(",", ":"))
        return "".join(f"{line}\n" for line in [header, *map(json.dumps, reports)])

    def later_report(self):
        later = report()
        later["run"]["id"] = "y"
        return later

    def test_is_told_from_a_journal(self):
        self.assert_code(0, "all.ndjson", self.archive(2, report(), self.later_report()))

    def test_has_as_many_runs_as_it_says(self):
        self.assert_code(1, "all.ndjson", self.archive(2, report()))
        self.assert_code(1, "all.ndjson", self.archive(1, report())[:-1])

    def test_has_each_run_once_and_in_order(self):
        self.assert_code(1, "all.ndjson", self.archive(2, report(), report()))
        self.assert_code(1, "all.ndjson", self.archive(2, self.later_report(), report()))

    def test_holds_valid_reports(self):
        broken = report()
        del broken["totals"]
        self.assert_code(1, "all.ndjson", self.archive(1, broken))


if __name__ == "__main__":
    unittest.main()
