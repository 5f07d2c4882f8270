"""What each JSON format asks for, written down from its documentation. Stricter where Carpool promises more: no
member that is not named here gets into a document."""

STRING = {"type": "string"}
NAME = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 0}
LINES = {"type": "array", "items": STRING}
CTRF_STATUS = {"enum": ["passed", "failed", "skipped", "pending", "other"]}


def closed(properties, required):
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


CTRF_ATTEMPT = closed(
    {"attempt": {"type": "integer", "minimum": 1}, "status": CTRF_STATUS, "duration": COUNT, "message": STRING,
     "trace": STRING, "line": {"type": "integer"}, "stdout": LINES, "extra": {"type": "object"}},
    ["attempt", "status"])
CTRF_TEST = closed(
    {"name": NAME, "status": CTRF_STATUS, "rawStatus": NAME, "duration": COUNT,
     "suite": {"type": "array", "minItems": 1, "items": STRING}, "message": STRING, "trace": STRING,
     "line": {"type": "integer"}, "filePath": STRING, "retries": COUNT,
     "retryAttempts": {"type": "array", "minItems": 1, "items": CTRF_ATTEMPT}, "flaky": {"type": "boolean"},
     "stdout": LINES, "threadId": STRING, "extra": {"type": "object"}},
    ["name", "status", "duration", "rawStatus", "suite"])
CTRF_COUNTS = ["tests", "passed", "failed", "skipped", "pending", "other", "start", "stop"]
CTRF = closed(
    {"reportFormat": {"const": "CTRF"}, "specVersion": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
     "runId": NAME, "generatedBy": STRING,
     "results": closed(
         {"tool": closed({"name": NAME, "version": STRING}, ["name"]),
          "summary": closed({name: COUNT for name in [*CTRF_COUNTS, "flaky", "suites", "duration"]}, CTRF_COUNTS),
          "tests": {"type": "array", "items": CTRF_TEST},
          "environment": closed({"osVersion": STRING, "extra": {"type": "object"}}, [])},
         ["tool", "summary", "tests"])},
    ["results", "reportFormat", "specVersion"])

# The reference of Bencher has it under "Bencher Metric Format"; names have at most 1,024 bytes.
BENCHER = {
    "type": "object",
    "propertyNames": {"minLength": 1, "maxLength": 1024},
    "additionalProperties": {
        "type": "object",
        "propertyNames": {"enum": ["latency", "start-up", "spawn-baseline", "spawn-baseline-estimated"]},
        "additionalProperties": closed(
            {name: {"type": "number"} for name in ("value", "lower_value", "upper_value")}, ["value"]),
    },
}

GITHUB_BENCHMARK = {
    "type": "array",
    "minItems": 1,
    "items": closed({"name": NAME, "unit": {"const": "ms"}, "value": {"type": "number"}, "range": STRING,
                     "extra": STRING}, ["name", "unit", "value"]),
}

GOOGLE_BENCHMARK = closed(
    {"context": {"type": "object", "required": ["date", "num_cpus", "library_build_type"]},
     "benchmarks": {"type": "array", "minItems": 1, "items": closed(
         {"name": NAME, "run_name": NAME, "run_type": {"const": "iteration"}, "time_unit": {"const": "ns"},
          "real_time": {"type": "number"}, "cpu_time": {"type": "number"},
          **{name: COUNT for name in ("family_index", "per_family_instance_index", "repetitions",
                                      "repetition_index", "threads", "iterations")}},
         ["name", "run_name", "run_type", "real_time", "cpu_time", "time_unit", "repetitions"])}},
    ["context", "benchmarks"])

CHROME_TRACE = closed(
    {"displayTimeUnit": {"const": "ms"}, "otherData": {"type": "object"},
     "traceEvents": {"type": "array", "items": {
         "type": "object", "required": ["ph", "pid", "tid", "name", "args"],
         "oneOf": [
             {"properties": {"ph": {"const": "M"},
                             "name": {"enum": ["process_name", "thread_name", "thread_sort_index"]}}},
             {"properties": {"ph": {"const": "X"}, "ts": {"type": "number", "minimum": 0},
                             "dur": {"type": "number", "minimum": 0}}, "required": ["ts", "dur", "cat"]}]}}},
    ["traceEvents", "displayTimeUnit"])
