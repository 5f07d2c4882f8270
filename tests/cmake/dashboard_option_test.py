"""CARPOOL_DASHBOARD: what AUTO, ON and OFF do where npm is there, is not, or cannot be used."""

import os
import shutil
import unittest

import project as projects

LISTS = """cmake_minimum_required(VERSION 3.25)
project(Sample LANGUAGES NONE)
add_executable(runner IMPORTED)
set_target_properties(runner PROPERTIES IMPORTED_LOCATION "${{CMAKE_BINARY_DIR}}/bin/runner")
include("{source}/cmake/CarpoolDashboard.cmake")
carpool_add_dashboard(runner)
message(STATUS "the folder is '${{CARPOOL_DASHBOARD_FOLDER}}'")
"""


class DashboardOption(unittest.TestCase):
    def configured(self, option, tools):
        """Configures a project that has the page alone, with `tools` (name: shell script) as the whole PATH."""
        sample = projects.Project("dashboard option")
        sample.write("CMakeLists.txt", LISTS.format(source=projects.SOURCE))
        (sample.source / "dashboard").mkdir()
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(projects.SOURCE / "dashboard" / name, sample.source / "dashboard" / name)
        path = sample.root / "tools"
        path.mkdir()
        for name, script in tools.items():
            (path / name).write_text(f"#!/bin/sh\n{script}\n")
            (path / name).chmod(0o755)
        cmake = shutil.which(projects.CMAKE)
        ignored = ";".join(sorted({*os.environ["PATH"].split(os.pathsep), "/usr/bin", "/bin", "/usr/local/bin"}))
        return projects.run(
            cmake, "-S", sample.source, "-B", sample.build_directory, "-G", "Ninja",
            f"-DCMAKE_MAKE_PROGRAM={shutil.which('ninja')}", f"-DCMAKE_IGNORE_PATH={ignored}",
            f"-DCARPOOL_DASHBOARD={option}", environment={"PATH": str(path)})

    def test_auto_leaves_it_out_where_it_cannot_be_had_and_says_why(self):
        for says, tools in (
            ("npm or node is not on the PATH; Debian's package npm has both", {}),
            ("npm or node is not on the PATH", {"node": "echo v18.0.0"}),
            ("is Node.js 16.20.2, and it takes 18 or newer", {"node": "echo v16.20.2", "npm": "exit 9"}),
            ("--version` ended with '3'", {"node": "exit 3", "npm": "exit 9"}),
            ("ended with '9': npm error code EXAMPLE", {"node": "echo v18.0.0", "npm": "echo npm error code EXAMPLE; exit 9"}),
        ):
            with self.subTest(says=says):
                outcome = projects.must(self.configured("AUTO", tools))
                self.assertIn("Carpool: without the dashboard: ", outcome.flat())
                self.assertIn(says, outcome.flat())
                self.assertIn("-DCARPOOL_DASHBOARD=ON insists", outcome.flat())
                self.assertIn("the folder is ''", outcome.output)

    def test_on_stops_and_names_the_mend(self):
        for says, tools in (
            ("npm or node is not on the PATH; Debian's package npm has both", {}),
            ("it takes 18 or newer", {"node": "echo v16.20.2", "npm": "exit 9"}),
        ):
            with self.subTest(says=says):
                outcome = self.configured("ON", tools)
                self.assertNotEqual(outcome.code, 0, outcome.output)
                self.assertIn("The dashboard cannot be built: ", outcome.flat())
                self.assertIn(says, outcome.flat())
                self.assertIn("or configure with -DCARPOOL_DASHBOARD=OFF", outcome.flat())

    def test_off_asks_for_nothing(self):
        outcome = projects.must(self.configured("OFF", {"node": "exit 3", "npm": "exit 9"}))
        self.assertNotIn("Carpool:", outcome.output)
        self.assertIn("the folder is ''", outcome.output)

    def test_another_value_is_refused(self):
        outcome = self.configured("MAYBE", {})
        self.assertNotEqual(outcome.code, 0)
        self.assertIn("CARPOOL_DASHBOARD is 'MAYBE'. Give ON, OFF or AUTO.", outcome.flat())

    def test_packages_are_installed_once(self):
        outcome = projects.must(self.configured("AUTO", {"node": "echo v18.0.0", "npm": 'echo "$*" >> calls'}))
        self.assertIn("installing the packages of the dashboard", outcome.output)
        build = projects.WORK / "dashboard option" / "build"
        self.assertIn(f"the folder is '{build / 'dashboard'}'", outcome.output)
        projects.must(projects.run(projects.CMAKE, build))
        calls = (build / "dashboard" / "calls").read_text().splitlines()
        self.assertEqual(len(calls), 1, calls)
        self.assertTrue(calls[0].startswith("ci "), calls)


if __name__ == "__main__":
    unittest.main()
