"""The report must say what the journals say, and its totals must be its parts' sums."""

import collections

SURE_TO_STAY = 400  # characters at the beginning of a text that the report cuts


def check_report(checks, run, discovered):
    """`discovered`: the methods of every class that was to run, by (target, class)."""
    report = run.report
    with checks.within("report"):
        seen = {(c["target"], c["name"]): c for c in report["classes"]}
        checks.equal(len(seen), len(report["classes"]), "distinct classes")
        checks.equal(sorted(seen), sorted(discovered), "classes")
        for key in set(seen) & set(discovered):
            with checks.within(".".join(key)):
                _check_class(checks, seen[key], run.classes[key], discovered[key])
        _check_totals(checks, report)


def _check_class(checks, reported, record, discovered):
    if record.finished:
        checks.equal(reported["status"], record.finished[0]["status"], "status")
    names = [method["name"] for method in reported["methods"]]
    checks.equal(sorted(names), sorted(discovered), "methods, each exactly once")
    for method in reported["methods"]:
        terminal = record.terminal_records(method["name"])
        if not terminal:
            continue
        with checks.within(method["name"]):
            last = terminal[-1]
            checks.equal(method["status"], last.final_status, "status")
            _check_output(checks, method.get("output"), last.output)
            messages = [failure["message"] for failure in method.get("failures", [])]
            if checks.equal(len(messages), len(last.failure_messages), "number of failures"):
                for seen, whole in zip(messages, last.failure_messages):
                    checks.that(same_or_cut(seen, whole), f"failure {whole[:200]!r}")


def _check_output(checks, seen, journaled):
    """The report keeps less of long output than the journal, and says so."""
    if seen is None or journaled is None or not seen["truncated"]:
        checks.equal(seen, journaled, "output")
        return
    checks.equal(seen["total_bytes"], journaled["total_bytes"], "bytes of output")
    checks.that(same_or_cut(seen["text"], journaled["text"]), "the beginning of the output")


def same_or_cut(seen, whole):
    """A long text may be cut, as long as it begins as the whole one does."""
    return seen == whole or (len(seen) < len(whole) and seen[:SURE_TO_STAY] == whole[:SURE_TO_STAY] != "")


def _check_totals(checks, report):
    totals = report["totals"]
    methods = [method for item in report["classes"] for method in item["methods"]]
    checks.equal(totals["classes"], len(report["classes"]), "total of classes")
    checks.equal(totals["methods"], len(methods), "total of methods")
    for status, count in collections.Counter(method["status"] for method in methods).items():
        checks.equal(totals.get(status), count, f"total of {status}")
