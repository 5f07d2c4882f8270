"""`carpool dashboard` of the installed Carpool, whose folder was moved to a path with a space."""

import json
import pathlib
import resource
import shutil
import subprocess
import unittest

import project as projects

PREFIX = pathlib.Path(projects.PREFIX)
CARPOOL = PREFIX / "bin" / "carpool"
TREND = {"schema": "carpool/trend/v1", "runs": [], "classes": [], "findings": [], "problems": []}


class DashboardPage(unittest.TestCase):
    def setUp(self):
        self.folder = projects.WORK / "dashboard page"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.page = self.folder / "a page.html"
        self.trend = self.write("trend.json", json.dumps(TREND))

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def refused(self, says, *arguments, carpool=CARPOOL):
        outcome = projects.run(carpool, "dashboard", "-o", self.page, *arguments)
        self.assertEqual(outcome.code, 3, outcome.output)
        self.assertIn(says, outcome.output)

    def test_finds_its_template_where_the_prefix_was_moved_to(self):
        self.assertIn(" ", str(PREFIX))
        link = self.folder / "linked"
        link.symlink_to(CARPOOL)
        for carpool in (CARPOOL, link):
            projects.must(projects.run(carpool, "dashboard", "-o", self.page, self.trend))
            self.assertTrue('"schema": "carpool/trend/v1"' in self.page.read_text())

    def test_says_where_it_looked_for_a_template_that_is_missing(self):
        alone = self.folder / "alone" / "bin" / "carpool"
        alone.parent.mkdir(parents=True)
        shutil.copy(CARPOOL, alone)
        for place in ("alone/bin/carpool-dashboard.html", "alone/share/carpool/carpool-dashboard.html",
                      "-DCARPOOL_DASHBOARD=ON", "--template"):
            self.refused(place, self.trend, carpool=alone)
        template = PREFIX / "share" / "carpool" / "carpool-dashboard.html"
        projects.must(projects.run(alone, "dashboard", "--template", template, "-o", self.page, self.trend))
        self.refused("is not a dashboard template of this version", "--template", self.page, self.trend)

    def test_keeps_the_older_page_where_the_disk_is_full(self):
        projects.must(projects.run(CARPOOL, "dashboard", "-o", self.page, self.trend))
        older = self.page.read_bytes()
        beside = sorted(self.folder.iterdir())
        large = self.write("large.json", json.dumps({**TREND, "problems": ["x" * 100] * 50_000}))
        # Python ignores SIGXFSZ, and so will the child: a limit then fails as a full disk does.
        full = subprocess.run(
            [CARPOOL, "dashboard", "-o", self.page, large], check=False, restore_signals=False, text=True, stderr=subprocess.PIPE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, 2 << 20)))
        self.assertEqual(full.returncode, 3, full.stderr)
        self.assertIn(f"cannot write {self.page}: File too large", full.stderr)
        self.assertEqual(self.page.read_bytes(), older)
        self.assertEqual(sorted(self.folder.iterdir()), sorted([*beside, large]))

    def test_names_what_it_cannot_show(self):
        (self.folder / "results" / "runs").mkdir(parents=True)
        self.refused("results holds no run", self.folder / "results")
        (self.folder / "results" / "runs" / "20261202T004512Z-1").mkdir()
        self.refused("20261202T004512Z-1 holds neither a journal nor a report.json", self.folder / "results")
        self.write("results/runs/20261202T004512Z-1/journal-x.ndjson", "")
        self.refused("journal-x.ndjson: holds no line", self.folder / "results")
        self.refused("holds no run: give a run's folder", self.folder)
        newer = self.write("newer.json", '{"schema": "carpool/report/v2", "run": {"id": "r"}}')
        self.refused("its schema is 'carpool/report/v2'", newer)
        for name, text in (("empty.json", ""), ("cut.json", '{"schema": "carpool/rep'), ("nul.json", "\0")):
            self.refused(f"{name} is not a JSON document", self.write(name, text))
        self.assertFalse(self.page.exists())


if __name__ == "__main__":
    unittest.main()
