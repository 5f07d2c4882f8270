"""Committed files name nothing of one machine, and each rule is seen to fail."""

import pathlib
import tempfile
import unittest

import committed_text

ROOT = pathlib.Path(__file__).resolve().parents[2]


class TheCommittedFiles(unittest.TestCase):
    def test_keep_every_rule(self):
        self.assertEqual([], committed_text.check(ROOT))

    def test_are_seen_at_all(self):
        names = {str(path.relative_to(ROOT)) for path in committed_text.committed_files(ROOT)}
        self.assertIn("tests/guards/committed_text.py", names)
        self.assertIn("CMakeLists.txt", names)


class EachRule(unittest.TestCase):
    def assert_refused(self, text, because, name="a.md"):
        found = committed_text.problems_of(name, text)
        self.assertEqual(1, len(found), found)
        self.assertIn(because, found[0])

    def test_paths_of_one_machine_are_refused(self):
        for path in ("/" + "work/main", "/" + "tmp/build-x", "/" + "home/someone", "/" + "root/x"):
            self.assert_refused(f"see {path}/a.txt", "a path of one machine")
            self.assert_refused(f'"{path}"', "a path of one machine")

    def test_the_same_words_inside_a_path_are_allowed(self):
        for text in ("${dir}/" + "work/a", "a/" + "tmp/build", "net" + "work/x", "$HOME/" + "work/x"):
            self.assertEqual([], committed_text.problems_of("a.md", text))

    def test_unknown_hosts_are_refused(self):
        self.assert_refused("deb http" + "://deb.example.net/debian x main", "deb.example.net")
        self.assertEqual([], committed_text.problems_of("a.md", "https://github.com/google/googletest"))

    def test_lock_files_name_no_registry(self):
        self.assert_refused('"resolved": "x"', "names a registry", name="t/package-lock.json")
        self.assertEqual([], committed_text.problems_of("other.json", '"resolved": "x"'))

    def test_merge_conflicts_are_refused(self):
        self.assert_refused("<" * 7 + " HEAD\n", "merge conflict")

    def test_a_tree_without_git_is_walked_and_its_builds_left_out(self):
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for name in ("build-x/a.txt", "docs/a.txt"):
                (root / name).parent.mkdir()
                (root / name).write_text("/" + "root/x")
            self.assertEqual(["docs/a.txt:1: a path of one machine"], committed_text.check(root))


if __name__ == "__main__":
    unittest.main()
