"""What one run wrote down: its journals and its report, read, validated and put in order."""

import collections
import json

from harness.documents import validate, validate_lines


class Attempt:
    """One try at a method, as the journal tells it."""

    def __init__(self, event):
        self.event = event

    def __getattr__(self, key):
        return self.event.get(key)

    @property
    def output_text(self):
        return self.event.get("output", {}).get("text", "")

    @property
    def failure_messages(self):
        return [failure["message"] for failure in self.event.get("failures", [])]


class ClassRecord:
    """Everything the journals of a run say about one class."""

    def __init__(self):
        self.planned = []
        self.disabled = []
        self.attempts = collections.defaultdict(list)  # by method
        self.workers = []  # worker_started events
        self.ends = []  # worker_ended events
        self.finished = []  # class_finished events
        self.set_ups = []
        self.tear_downs = []

    def terminal_records(self, method):
        return [attempt for attempt in self.attempts[method] if attempt.final_status]

    def survivors(self):
        return [line for end in self.ends for line in end.get("survivors", [])]


class RunRecord:
    """The journals and the report of one run directory."""

    def __init__(self, directory):
        self.directory = directory
        self.classes = collections.defaultdict(ClassRecord)  # by (target, class)
        self.runs_finished = []
        self.workers = []
        self.journals = sorted(directory.glob("journal*.ndjson"))
        for number, journal in enumerate(self.journals):
            for event in validate_lines(journal):
                self._take(event, number)
        self.report = None

    def read_report(self):
        self.report = validate(self.directory / "report.json")
        return self.report

    def _take(self, event, journal):
        kind = event["event"]
        if kind == "run_finished":
            self.runs_finished.append(event)
        if "class" not in event:
            return
        event["journal"] = journal
        record = self.classes[(event["target"], event["class"])]
        if kind == "class_planned":
            record.planned += event.get("methods", [])
            record.disabled += event.get("disabled", [])
        elif kind == "worker_started":
            record.workers.append(event)
            self.workers.append(event)
        elif kind == "worker_ended":
            record.ends.append(event)
        elif kind == "method_finished":
            record.attempts[event["method"]].append(Attempt(event))
        elif kind == "class_finished":
            record.finished.append(event)
        elif kind == "suite_set_up":
            record.set_ups.append(event)
        elif kind == "suite_torn_down":
            record.tear_downs.append(event)

    def process_ids(self):
        return {worker["process_id"] for worker in self.workers if worker["process_id"] > 1}


def read_json(path):
    return json.loads(path.read_text(encoding="utf-8"))
