"""The source tree keeps the layer rules, and each rule is seen to fail on a tree that breaks it."""

import pathlib
import tempfile
import unittest

import layers

ROOT = pathlib.Path(__file__).resolve().parents[2]


def violations_of(files):
    """What the check says of a made-up tree: path -> content."""
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return layers.check(root)


class TheSourceTree(unittest.TestCase):
    def test_keeps_every_rule(self):
        self.assertEqual([], layers.check(ROOT))

    def test_is_seen_at_all(self):
        self.assertGreater(len(layers.sources(ROOT / "runner")), 20)
        self.assertGreater(len(layers.sources(ROOT / "plugin")), 1)


class EachRule(unittest.TestCase):
    def assert_refused(self, path, line, because, others=None):
        found = violations_of({**(others or {}), path: line + "\n"})
        self.assertEqual(1, len(found), found)
        self.assertIn(because, found[0])
        self.assertTrue(found[0].startswith(path + ": "), found[0])

    def assert_allowed(self, path, line, others=None):
        self.assertEqual([], violations_of({**(others or {}), path: line + "\n"}))

    def test_plugin_uses_no_library(self):
        for header in ("nlohmann/json.hpp", "fmt/format.h", "tbb/task_arena.h", "unistd.h"):
            self.assert_refused("plugin/worker/a.cpp", f"#include <{header}>", "only *_posix.* files may")
        self.assert_allowed("plugin/worker/a_posix.cpp", "#include <unistd.h>")
        self.assert_allowed("plugin/worker/a.cpp", "#include <vector>")

    def test_plugin_is_cxx14(self):
        for header in ("optional", "string_view", "charconv", "filesystem"):
            self.assert_refused("plugin/worker/a.cpp", f"#include <{header}>", "newer than C++14")

    def test_plugin_knows_its_framework_in_one_place(self):
        self.assert_refused("plugin/worker/a.cpp", "#include <gtest/gtest.h>", "plugin/googletest/ only")
        self.assert_allowed("plugin/googletest/a.cpp", "#include <gtest/gtest.h>")

    def test_plugin_includes_nothing_of_the_runner(self):
        self.assert_refused("plugin/worker/a.cpp", '#include "base/result.h"', "not a header of plugin/")
        self.assert_allowed("plugin/worker/a.cpp", '#include "protocol/m.h"', {"plugin/protocol/m.h": ""})

    def test_protocol_stands_alone(self):
        self.assert_refused(
            "plugin/protocol/a.cpp", '#include "worker/w.h"', "shared with the runner", {"plugin/worker/w.h": ""}
        )
        self.assert_allowed("plugin/protocol/a.cpp", '#include "m.h"', {"plugin/protocol/m.h": ""})

    def test_runner_includes_only_the_protocol_of_the_plugin(self):
        self.assert_refused("runner/session/a.cpp", '#include "worker/w.h"', "only protocol/")
        self.assert_allowed("runner/session/a.cpp", '#include "protocol/message.h"')
        self.assert_refused("runner/report/a.cpp", '#include "protocol/message.h"', "must not include")

    def test_tbb_is_confined(self):
        for header in ("tbb/task_group.h", "oneapi/tbb.h"):
            self.assert_refused("runner/session/a.cpp", f"#include <{header}>", "oneTBB")
            self.assert_refused("runner/compare/a.cpp", f"#include <{header}>", "oneTBB")
            self.assert_allowed("runner/schedule/a.cpp", f"#include <{header}>")

    def test_json_is_confined_to_sources_of_the_layers_of_documents(self):
        line = "#include <nlohmann/json.hpp>"
        self.assert_refused("runner/session/a.cpp", line, "only .cpp files")
        self.assert_refused("runner/report/a.h", line, "only .cpp files")
        self.assert_allowed("runner/report/a.cpp", line)
        self.assert_allowed("runner/report/a.h", "#include <nlohmann/json_fwd.hpp>")
        self.assert_refused("runner/session/a.h", "#include <nlohmann/json_fwd.hpp>", "only .cpp files")

    def test_xml_library_is_confined(self):
        self.assert_refused("runner/report/a.cpp", "#include <pugixml.hpp>", "pugixml")
        self.assert_allowed("runner/export/a.cpp", "#include <pugixml.hpp>")

    def test_command_line_library_is_confined(self):
        self.assert_refused("runner/base/a.h", "#include <CLI/CLI.hpp>", "CLI11")
        self.assert_allowed("runner/command_line/a.h", "#include <CLI/CLI.hpp>")

    def test_operating_system_headers_are_confined(self):
        for header in ("unistd.h", "sys/wait.h", "poll.h", "signal.h", "linux/never_heard_of.h"):
            self.assert_refused("runner/process/a.cpp", f"#include <{header}>", "*_posix.*")
            self.assert_allowed("runner/process/a_posix.cpp", f"#include <{header}>")

    def test_layers_are_ordered(self):
        lower_to_higher = (
            ("base", "journal"), ("process", "manifest"), ("journal", "session"), ("manifest", "journal"),
            ("session", "schedule"), ("schedule", "report"), ("report", "session"), ("compare", "command_line"), ("compare", "session"),
        )  # fmt: skip
        for lower, higher in lower_to_higher:
            self.assert_refused(f"runner/{lower}/a.cpp", f'#include "{higher}/b.h"', "must not include")
        self.assert_allowed("runner/schedule/a.cpp", '#include "session/b.h"')
        self.assert_refused("runner/main.cpp", '#include "session/b.h"', "must not include")

    def test_a_new_directory_must_be_placed(self):
        self.assert_refused("runner/helpers/a.cpp", "#include <vector>", "not in the table of layers")

    def test_an_include_without_directory_must_lie_beside(self):
        self.assert_refused("runner/base/a.cpp", '#include "b.h"', "not in the same directory")

    def test_spaces_and_commented_lines_are_read_as_the_compiler_does(self):
        self.assert_refused("runner/base/a.cpp", "  #  include <unistd.h>", "*_posix.*")
        self.assert_allowed("runner/base/a.cpp", "// #include <unistd.h>")

    def test_a_type_has_a_name_of_its_own(self):
        for kind in ("struct", "class", "enum class"):
            first = {"runner/base/a.h": f"namespace carpool {{\n{kind} Kind {{\n}};\n}}\n"}
            self.assert_refused("runner/report/b.h", "struct Kind : Base {\n};",
                                "the type Kind is defined in runner/base/a.h too", first)
            self.assert_allowed("runner/report/b.h", "struct Kind;\nclass Other {\n  struct Kind {};\n};", first)
            self.assert_allowed("runner/report/b.cpp", "struct Kind {\n};", first)

    def test_files_stay_short(self):
        self.assert_refused("runner/base/a.cpp", "\n" * layers.MAXIMUM_LINES, "351 lines")
        self.assert_allowed("runner/base/a.cpp", "\n" * (layers.MAXIMUM_LINES - 1))
        self.assert_refused("tests/e2e/a.py", "\n" * layers.MAXIMUM_LINES, "351 lines")
        self.assert_refused("dashboard/source/a.tsx", "\n" * layers.MAXIMUM_LINES, "351 lines")
        self.assert_allowed("dashboard/node_modules/b/a.ts", "\n" * layers.MAXIMUM_LINES)


if __name__ == "__main__":
    unittest.main()
