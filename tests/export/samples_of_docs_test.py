"""Whether the samples in docs/formats are what Carpool writes today, numbers apart."""

import pathlib
import re
import unittest

from sample import DOCUMENTS, plain, sample

import project as projects

PAGES = projects.SOURCE / "docs" / "formats"
SAMPLE = re.compile(r"<!-- sample: (?P<form>[a-z-]+) -->\n```[a-z]*\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)


def samples():
    for page in sorted(PAGES.glob("*.md")):
        for found in SAMPLE.finditer(page.read_text()):
            yield page.name, found["form"], [line for line in found["text"].splitlines() if line != "..."]


class Samples(unittest.TestCase):
    def test_are_there_for_every_format(self):
        self.assertEqual(sorted(form for _, form, _ in samples()), sorted(DOCUMENTS))

    def test_are_what_is_written(self):
        for page, form, lines in samples():
            written = {plain(line) for line in sample().document(form).decode("utf-8").split("\n")}
            for line in lines:
                with self.subTest(page=page, line=line[:80]):
                    self.assertIn(plain(line), written)

    def test_of_cdash_are_what_an_entry_prints(self):
        lines = re.findall(r"^<CTestMeasurement.*$", (PAGES / "cdash.md").read_text(), re.MULTILINE)
        printed = sample().project.ctest("-T", "Test", "-V", "-R", "Calm").output
        written = [re.sub(r"^\d+: ", "", line) for line in printed.splitlines() if "CTestMeasurement" in line]
        value = re.compile(r">-?[\d.]+<")  # a small test may save less than nothing
        self.assertEqual([value.sub("><", line) for line in lines], [value.sub("><", line) for line in written])

    def test_pages_link_to_files_that_are_there(self):
        for page in [*PAGES.glob("*.md"), PAGES.parent / "ci.md"]:
            for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
                self.assertTrue((page.parent / pathlib.Path(target)).exists(), f"{page.name}: {target}")


if __name__ == "__main__":
    unittest.main()
