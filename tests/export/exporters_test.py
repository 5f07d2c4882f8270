"""Every format that `carpool export` writes, of a real run and a real comparison."""

import collections
import json
import shutil
import unittest
import xml.etree.ElementTree as ElementTree

import schemas
from sample import CARPOOL, DOCUMENTS, export, exported, sample, valid, valid_xml

import project as projects

RED = {"failed", "crashed", "exited", "timed_out", "protocol_error", "interrupted", "not_run"}


def as_xml_holds(text):
    return "".join(c if c in "\t\n\r" or (ord(c) >= 32 and c not in "\ufffe\uffff") else "\ufffd" for c in text)


class Junit(unittest.TestCase):
    def setUp(self):
        self.document = sample().document("junit")
        self.root = ElementTree.fromstring(self.document)

    def test_is_what_jenkins_reads(self):
        valid_xml(self.document, sample().written)

    def test_has_each_method_once_with_its_status(self):
        cases = {(case.get("classname"), case.get("name")): case for case in self.root.iter("testcase")}
        for of_class, method in sample().methods():
            case = cases.pop((f"{of_class['target']}.{of_class['name']}", as_xml_holds(method["name"])))
            children = {child.tag for child in case}
            with self.subTest(method=method["name"][:60]):
                self.assertEqual(bool(children & {"failure", "error"}), method["status"] in RED)
                self.assertEqual("skipped" in children, method["status"] in {"skipped", "disabled"})
                self.assertEqual("flakyFailure" in children, method["status"] == "flaky")
        self.assertEqual({name for _, name in cases}, {"[suite set-up]", "[suite tear-down]"})

    def test_counts_what_it_holds(self):
        for suite in self.root.iter("testsuite"):
            cases = suite.findall("testcase")
            self.assertEqual(int(suite.get("tests")), len(cases))
            for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                self.assertEqual(int(suite.get(attribute)), sum(case.find(tag) is not None for case in cases))

    def test_shows_output_as_text(self):
        prints = next(case for case in self.root.iter("testcase") if case.get("name") == "PrintsAnything")
        self.assertIn("<script>alert(1)</script> ]]> | ` \ufffd \ufffd end", prints.find("system-out").text)
        self.assertEqual(self.document.count(b"<script"), 0)


class Ctrf(unittest.TestCase):
    def test_follows_its_schema_and_the_report(self):
        document = valid(schemas.CTRF, sample().document("ctrf"))
        tests = document["results"]["tests"]
        raw = collections.Counter(test["rawStatus"] for test in tests)
        totals = {k: n for k, n in sample().report["totals"].items() if k not in {"classes", "methods"} and n}
        self.assertEqual(raw, {**totals, "setup_failed": 1, "teardown_failed": 1})
        counted = collections.Counter(test["status"] for test in tests)
        for status in ("passed", "failed", "skipped"):
            self.assertEqual(document["results"]["summary"][status], counted[status])


class ChromeTrace(unittest.TestCase):
    def setUp(self):
        self.trace = valid(schemas.CHROME_TRACE, sample().document("chrome-trace"))
        self.lanes = collections.defaultdict(list)
        for event in self.trace["traceEvents"]:
            if event["ph"] == "X":
                self.lanes[event["pid"], event["tid"]].append(event)

    def test_has_a_lane_for_each_worker_of_the_report(self):
        workers = {worker["worker"] for of_class in sample().report["classes"] for worker in of_class["workers"]}
        self.assertEqual({tid for _, tid in self.lanes}, workers)
        names = [event["args"]["name"] for event in self.trace["traceEvents"] if event["name"] == "thread_name"]
        self.assertEqual(sum(name.endswith("rank 1") for name in names), 1)

    def test_lets_the_spans_of_a_lane_follow_each_other(self):
        for lane in self.lanes.values():
            end = 0
            for event in lane:
                self.assertGreaterEqual(event["ts"] + 0.0015, end)  # half a nanosecond is rounded, twice
                end = event["ts"] + event["dur"]

    def test_has_each_attempt_of_each_method_once_in_each_rank(self):
        wanted = collections.Counter()
        for of_class, method in sample().methods():
            ranks = max(len(method.get("ranks", [])), 1)
            if method["attempts"]:
                wanted[of_class["name"], method["name"]] += ranks * method["attempts"]
        seen = collections.Counter((event["args"]["class"], event["args"]["method"])
                                   for lane in self.lanes.values() for event in lane if event["cat"] == "method")
        self.assertEqual(seen, wanted)

    def test_shows_what_a_worker_does_besides(self):
        kinds = {event["cat"] for lane in self.lanes.values() for event in lane}
        self.assertEqual(kinds, {"spawn", "init", "suite set-up", "method", "suite tear-down", "exit", "idle"})


class Benchmarks(unittest.TestCase):
    def test_of_a_run_follow_their_formats(self):
        bencher = valid(schemas.BENCHER, sample().document("bencher"))
        self.assertIn("samples.Calm", bencher)
        github = valid(schemas.GITHUB_BENCHMARK, sample().document("github-benchmark"))
        self.assertIn("samples.Calm (start-up)", {entry["name"] for entry in github})
        google = valid(schemas.GOOGLE_BENCHMARK, sample().document("google-benchmark"))
        self.assertIn("samples.Calm.TakesItsTime", {entry["name"] for entry in google["benchmarks"]})

    def test_of_a_comparison_hold_its_samples(self):
        manifest = sample().project.build_directory / "carpool.tests/samples/manifest.json"
        compared = projects.run(CARPOOL, "compare", "--manifest", manifest, "--class", "Calm", "--blocks", "3")
        self.assertEqual(compared.code, 0, compared.output)
        file = sample().results / "comparison.json"
        comparison = json.loads(file.read_text())
        google = valid(schemas.GOOGLE_BENCHMARK, exported("google-benchmark", file))
        for side, key in (("spawn", "spawn_ns"), ("continuous", "continuous_ns")):
            times = [entry["real_time"] for entry in google["benchmarks"] if entry["name"] == f"samples.Calm/{side}"]
            self.assertEqual(times, comparison["classes"][0]["samples"][key])
        bencher = valid(schemas.BENCHER, exported("bencher", file))
        self.assertEqual(bencher["samples.Calm"]["latency"]["value"],
                         comparison["classes"][0]["spawn_baseline"]["continuous_ns"])
        valid(schemas.GITHUB_BENCHMARK, exported("github-benchmark", file))
        self.assertIn("saved (95 % interval)", exported("markdown", file).decode())
        self.assertIn(b"give a run", export("junit", file).stderr)

    def test_of_a_sampled_comparison_call_it_estimated(self):
        manifest = sample().project.build_directory / "carpool.tests/samples/manifest.json"
        file = sample().project.root / "sampled.json"
        compared = projects.run(CARPOOL, "compare", "--manifest", manifest, "--class", "Calm", "--blocks", "3", "--sample", "2",
                                "--output", file)
        self.assertEqual(compared.code, 0, compared.output)
        google = valid(schemas.GOOGLE_BENCHMARK, exported("google-benchmark", file))
        self.assertEqual({entry["name"] for entry in google["benchmarks"] if "spawn" in entry["name"]},
                         {"samples/spawn_estimated", "samples.Calm/spawn_estimated"})
        bencher = valid(schemas.BENCHER, exported("bencher", file))
        self.assertIn("spawn-baseline-estimated", bencher["samples.Calm"])
        github = valid(schemas.GITHUB_BENCHMARK, exported("github-benchmark", file))
        self.assertIn("samples.Calm (a process each, estimated)", {entry["name"] for entry in github})
        self.assertIn("estimated", exported("markdown", file).decode())


class Markdown(unittest.TestCase):
    def test_never_takes_names_or_output_for_markup(self):
        text = sample().document("markdown").decode("utf-8")
        self.assertLess(len(text.encode()), 1 << 20)
        self.assertIn("## Carpool: red", text)
        self.assertNotIn("<script", text)
        self.assertNotIn("@you", text)
        rows = [line for line in text.splitlines() if line.startswith("| <code>")]
        self.assertTrue(all(line.count("|") in (3, 4, 7) for line in rows), rows)


class AnyFormat(unittest.TestCase):
    def test_is_the_same_by_command_as_at_the_end_of_ctest(self):
        for form in DOCUMENTS:
            for subject in (sample().run, sample().run / "report.json"):
                self.assertEqual(exported(form, subject), sample().document(form), form)

    def test_takes_a_run_that_was_cut_off(self):
        cut = sample().project.root / "cut" / "runs" / "r"
        shutil.rmtree(cut, ignore_errors=True)
        shutil.copytree(sample().run, cut)
        for journal in cut.glob("journal*.ndjson"):
            text = journal.read_bytes()
            journal.write_bytes(text[:len(text) * 2 // 3])
        valid_xml(exported("junit", cut), sample().written)
        root = ElementTree.fromstring(exported("junit", cut))
        self.assertGreater(int(root.get("errors")), 0)
        valid(schemas.CTRF, exported("ctrf", cut))
        valid(schemas.CHROME_TRACE, exported("chrome-trace", cut))
        for form in ("markdown", "bencher", "google-benchmark", "github-benchmark"):
            exported(form, cut)

    def test_is_refused_where_it_cannot_be_had(self):
        run = sample().run
        newer = sample().project.root / "newer.json"
        newer.write_text('{"schema": "carpool/report/v9", "run": {"id": "r"}}')
        other = sample().project.root / "other"
        run_of_other = other / "runs" / "20261202T004512Z-4711"
        run_of_other.mkdir(parents=True, exist_ok=True)
        journal = '{"event":"run_started","t_ns":0,"schema":"carpool/journal/v9","run_id":"r","started_at":"x",'
        (run_of_other / "journal-x.ndjson").write_text(journal + '"version":"9","host_cores":1}\n')
        for code, says, *arguments in (
            (2, "the formats are junit, ctrf, chrome-trace", "html", run),
            (2, "format is required",),
            (3, "there is no /nowhere", "junit", "/nowhere"),
            (3, "carpool/report/v9", "junit", newer),
            (3, "carpool/journal/v9", "junit", other),
            (3, "carpool/journal/v9", "chrome-trace", other),
            (3, "cannot write", "junit", run, "-o", "/proc/nothing/junit.xml"),
        ):
            with self.subTest(arguments=arguments):
                outcome = export(*arguments)
                self.assertEqual(outcome.returncode, code, outcome.stderr)
                self.assertIn(says, outcome.stderr.decode())

    def test_tells_of_a_full_disk(self):
        for form in DOCUMENTS:
            with open("/dev/full", "wb") as full:
                outcome = projects.subprocess.run([CARPOOL, "export", form, sample().run], stdout=full, check=False,
                                                  stderr=projects.subprocess.PIPE)
            self.assertEqual(outcome.returncode, 3, form)
            self.assertIn(b"No space left on device", outcome.stderr)

    def test_is_refused_in_a_wish_as_well(self):
        outcome = projects.subprocess.run(
            [CARPOOL, "report", "--run", sample().run], check=False, capture_output=True,
            env={**projects.os.environ, "CARPOOL_EXPORT": "html:x"})
        self.assertEqual(outcome.returncode, 3)
        self.assertIn(b"CARPOOL_EXPORT: there is no format 'html'", outcome.stderr)


class CDash(unittest.TestCase):
    def test_hears_what_a_class_saved(self):
        outcome = sample().project.ctest("-T", "Test", "-R", "Calm")
        self.assertEqual(outcome.code, 0, outcome.output)
        testing = sample().project.build_directory / "Testing"
        tag = (testing / "TAG").read_text().splitlines()[0]
        root = ElementTree.parse(testing / tag / "Test.xml")
        entry = next(test for test in root.iter("Test") if test.findtext("Name") == "samples.Calm")
        measured = {each.get("name"): each for each in entry.iter("NamedMeasurement")}
        for name in ("carpool_saved_percent_estimated", "carpool_start_up_ms", "carpool_suite_set_up_ms"):
            self.assertEqual(measured[name].get("type"), "numeric/double")
            float(measured[name].findtext("Value"))
        self.assertEqual(measured["carpool_workers_started"].findtext("Value"), "1")

    def test_is_not_spoken_to_by_a_ctest_that_sends_it_nothing(self):
        self.assertNotIn("CTestMeasurement", sample().project.ctest("-V", "-R", "Calm").output)


if __name__ == "__main__":
    unittest.main()
