"""Compares one run with a row of the table. The row's format is in ../../victims/README.md."""

GREEN_CLASSES = {"passed", "skipped", "disabled", "flaky"}

# What is expected of a method whose row gives only its status.
BY_STATUS = {
    "passed": {"output": "", "leaks": [], "attempts": 1, "failures": []},
    "not_run": {"output": "", "failures": []},
}


def method_expectation(expected):
    """A row may give a status alone; the rest follows from it."""
    expected = {"status": expected} if isinstance(expected, (str, list)) else dict(expected)
    status = expected["status"]
    defaults = BY_STATUS.get(status, {}) if isinstance(status, str) else {}
    return {**defaults, **expected}


def check_class(checks, record, name, expected, discovered):
    """One class: its own status, its workers and each of its methods."""
    checks.equal(len(record.finished), 1, "class_finished records")
    finished = record.finished[0] if record.finished else {}
    checks.one_of(finished.get("status"), expected["status"], "class status")
    if "reason" in expected:
        checks.text(finished.get("reason"), expected["reason"], "reason of the class")
    check_workers(checks, record, expected)
    check_suite_fixtures(checks, record, expected)
    check_all_accounted_for(checks, record, discovered)
    methods = expected.get("methods", {})
    for method in discovered:
        if "all_methods" not in expected and method not in methods:
            checks.that(False, f"the row does not mention {name}.{method}")
            continue
        with checks.within(method):
            wanted = methods.get(method, expected.get("all_methods"))
            check_method(checks, record, method, method_expectation(wanted))
    for method in methods:
        checks.that(method in discovered, f"the row mentions {method}, which was not discovered")
    if "counts" in expected:
        check_counts(checks, record, expected["counts"])


def check_workers(checks, record, expected):
    if "workers" in expected:
        checks.one_of(len(record.workers), expected["workers"], "workers started")
    if "worker_reasons" in expected:
        checks.equal([w["reason"] for w in record.workers], expected["worker_reasons"], "reasons")
    if "worker_ends" in expected:
        checks.equal([end["how"] for end in record.ends], expected["worker_ends"], "worker ends")
    check_survivors(checks, record, expected.get("survivors", 0))
    if "worker_output" in expected:
        text = "".join(end.get("output", {}).get("text", "") for end in record.ends)
        checks.text(text, expected["worker_output"], "output of the workers outside of methods")
    check_positions(checks, record)


def check_survivors(checks, record, expected):
    """Processes that were left behind: at least so many are named, and none where none is expected.
    "any": with several workers at once it cannot be told whose an orphan is."""
    seen = record.survivors()
    if expected != "any":
        fits = len(seen) >= expected if expected else not seen
        checks.that(fits, f"survivors: expected {expected}, seen {seen}")


def check_positions(checks, record):
    """Each attempt says which place it had in its worker; no two share one."""
    places = [
        (attempt.journal, attempt.worker, attempt.position)
        for attempts in record.attempts.values()
        for attempt in attempts
        if attempt.worker
    ]
    checks.equal(len(set(places)), len(places), "distinct places of methods in workers")


def check_suite_fixtures(checks, record, expected):
    for key, events in (("set_up_failures", record.set_ups), ("tear_down_failures", record.tear_downs)):
        if key in expected:
            seen = [f["message"] for event in events for f in event.get("failures", [])]
            check_texts(checks, seen, expected[key], key)


def check_all_accounted_for(checks, record, discovered):
    """Every discovered method is planned or disabled, and has exactly one terminal record."""
    checks.equal(
        sorted(record.planned + record.disabled), sorted(discovered), "planned and disabled methods"
    )
    for method in record.planned:
        checks.equal(len(record.terminal_records(method)), 1, f"terminal records of {method}")
    for method in record.disabled:
        checks.that(len(record.terminal_records(method)) <= 1, f"terminal records of {method} <= 1")
    for method in record.attempts:
        checks.that(method in discovered, f"record of an unknown method {method}")


def check_method(checks, record, method, expected):
    if method in record.disabled:
        checks.one_of("disabled", expected["status"], "status")
        return
    terminal = record.terminal_records(method)
    if not terminal:
        return  # said already
    last = terminal[-1]
    checks.one_of(last.final_status, expected["status"], "status")
    if "attempts" in expected:
        checks.equal(len(record.attempts[method]), expected["attempts"], "attempts")
    if "attempt_statuses" in expected:
        seen = [attempt.status for attempt in record.attempts[method]]
        checks.equal(seen, expected["attempt_statuses"], "status of each attempt")
    for key in ("signal", "exit_code", "position", "failures_left_out"):
        if key in expected:
            checks.equal(getattr(last, key), expected[key], key)
    if "output" in expected:
        checks.text(last.output_text, expected["output"], "output")
    if "output_bytes" in expected:
        checks.equal(last.event.get("output", {}).get("total_bytes", 0), expected["output_bytes"],
                     "bytes of output")
    if "truncated" in expected:
        checks.equal(last.event.get("output", {}).get("truncated", False), expected["truncated"],
                     "truncation")
    if "reason" in expected:
        checks.text(last.reason, expected["reason"], "reason")
    if "stacks" in expected:
        checks.text(last.stacks, expected["stacks"], "stacks")
    if "leaks" in expected:
        checks.equal(sorted(last.leaks or []), sorted(expected["leaks"]), "leaks")
    if "failures" in expected:
        check_texts(checks, last.failure_messages, expected["failures"], "failures")
    check_ranks(checks, last, expected)
    for number, place in enumerate(expected.get("failure_places", [])):
        failure = (last.failures or [{}])[number]
        seen = f"{failure.get('file')}:{failure.get('line')}"
        checks.that(seen.endswith(place), f"place of failure: expected {place}, seen {seen}")


def check_ranks(checks, last, expected):
    """How each rank of a gang fared, by rank."""
    if "ranks" in expected:
        checks.equal([rank["status"] for rank in last.ranks or []], expected["ranks"], "ranks")
    if "rank_outputs" in expected:
        seen = [rank.get("output", {}).get("text", "") for rank in last.ranks or []]
        check_texts(checks, seen, expected["rank_outputs"], "outputs of ranks")


def check_texts(checks, seen, expected, what):
    if checks.equal(len(seen), len(expected), f"number of {what}"):
        for text, wanted in zip(seen, expected):
            checks.text(text, wanted, what)


def check_counts(checks, record, expected):
    """How many methods ended with each status, where it does not matter which."""
    counts = {}
    for method in record.planned:
        for terminal in record.terminal_records(method):
            counts[terminal.final_status] = counts.get(terminal.final_status, 0) + 1
    checks.equal(counts, expected, "methods by status")


def expected_entry(expected, status):
    """What ctest must say of the entry of a class that ended with `status`."""
    if "entry" in expected:
        return expected["entry"]
    if status in ("skipped", "disabled"):
        return status
    return "passed" if status in GREEN_CLASSES else "failed"

