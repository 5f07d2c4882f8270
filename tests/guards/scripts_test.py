"""The set-up scripts on machines that are not this one: a folder of made-up commands stands in."""

import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
INSTALL = ROOT / "scripts" / "install-dependencies.sh"
REAL_TOOLS = ("bash", "cat", "env", "grep", "head", "mktemp", "rm", "sed", "sort", "tail")

LOGGING_COMMAND = '#!/usr/bin/env bash\necho "{name} $*" >>"$LOG"\nexit {exit_code}\n'
# Says "installed" for every package but those in $MISSING.
DPKG_QUERY = '#!/usr/bin/env bash\ncase " $MISSING " in *" ${@: -1} "*) exit 1 ;; *) printf installed ;; esac\n'
TOOL = "#!/usr/bin/env bash\necho 'cmake version {version}'\n"
USER = "#!/usr/bin/env bash\necho {number}\n"


class Machine:
    """A folder that is the whole PATH, and a log of what was called."""

    def __init__(self, directory, missing=(), debian=True, cmake="3.25.1", user=0, sudo=True, apt_exit_code=0):
        self.path = pathlib.Path(directory)
        self.missing = missing
        for tool in REAL_TOOLS:
            (self.path / tool).symlink_to(shutil.which(tool))
        self.add("id", USER.format(number=user))
        for tool in ("cmake", "ctest", "ninja", "g++", "gdb", "valgrind", "clang", "npm", "chromium", "python3"):
            self.add(tool, TOOL.format(version=cmake))
        if debian:
            self.add("apt-get", LOGGING_COMMAND.format(name="apt-get", exit_code=apt_exit_code))
            self.add("dpkg-query", DPKG_QUERY)
        if sudo:
            self.add("sudo", '#!/usr/bin/env bash\necho sudo >>"$LOG"\nexec "$@"\n')

    def add(self, name, content):
        file = self.path / name
        file.write_text(content, encoding="utf-8")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    def install(self, *arguments, **environment):
        log = self.path / "log"
        log.write_text("")
        values = {"PATH": str(self.path), "LOG": str(log), "MISSING": " ".join(self.missing), **environment}
        done = subprocess.run(
            [INSTALL, *arguments], env=values, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
        )
        return done.returncode, done.stdout + done.stderr, log.read_text().splitlines()


class InstallDependencies(unittest.TestCase):
    def machine(self, **properties):
        directory = tempfile.TemporaryDirectory(prefix="carpool machine ")
        self.addCleanup(directory.cleanup)
        return Machine(directory.name, **properties)

    def test_leaves_apt_alone_if_nothing_is_missing(self):
        code, text, calls = self.machine().install("test")
        self.assertEqual((0, []), (code, calls), text)
        self.assertIn("nothing is missing", text)

    def test_installs_just_what_is_missing(self):
        code, text, calls = self.machine(missing=("libtbb-dev", "libfmt-dev")).install("build")
        self.assertEqual(0, code, text)
        self.assertEqual("apt-get update -qq", calls[0])
        self.assertTrue(calls[1].endswith("libtbb-dev libfmt-dev"), calls)
        self.assertEqual(2, len(calls), calls)
        self.assertIn("installing libtbb-dev libfmt-dev", text)

    def test_uses_sudo_only_for_others_than_root(self):
        _, _, calls = self.machine(missing=("libtbb-dev",), user=1000).install("build")
        self.assertEqual("sudo", calls[0])
        _, _, calls = self.machine(missing=("libtbb-dev",), user=0).install("build")
        self.assertNotIn("sudo", calls)

    def test_says_what_to_run_as_root_where_there_is_no_sudo(self):
        code, text, calls = self.machine(missing=("libtbb-dev",), user=1000, sudo=False).install("build")
        self.assertEqual((3, []), (code, calls))
        self.assertIn("Run as root: apt-get", text)

    def test_names_the_packages_of_other_systems(self):
        code, text, _ = self.machine(debian=False).install()
        self.assertEqual(3, code)
        for words in ("dnf install", "pacman -S", "brew install", "tbb-devel", "CARPOOL_SKIP_INSTALL"):
            self.assertIn(words, text)

    def test_can_be_left_out(self):
        code, text, _ = self.machine(debian=False).install(CARPOOL_SKIP_INSTALL="1")
        self.assertEqual(0, code, text)

    def test_fails_with_what_apt_said(self):
        code, text, _ = self.machine(missing=("libtbb-dev",), apt_exit_code=100).install("build")
        self.assertEqual(3, code)
        self.assertIn("could not install: libtbb-dev", text)

    def test_refuses_an_old_cmake(self):
        code, text, _ = self.machine(cmake="3.22.1").install("build")
        self.assertEqual(3, code)
        self.assertIn("3.22.1 is too old", text)
        self.assertEqual(0, self.machine(cmake="4.3.1").install("build")[0])

    def test_refuses_an_unknown_purpose(self):
        self.assertEqual(2, self.machine().install("everything")[0])


class Commands(unittest.TestCase):
    def outcome(self, *command):
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=60, env=dict(os.environ))
        return done.returncode, done.stdout + done.stderr

    def test_explain_themselves(self):
        for script in ("test.sh", "demo.sh", "scripts/install-dependencies.sh", "scripts/test-matrix.sh"):
            code, text = self.outcome(ROOT / script, "--help")
            self.assertEqual(0, code, script)
            self.assertIn("usage: ", text)

    def test_refuse_what_they_do_not_know(self):
        wrong = (
            ("test.sh", "--prset", "asan"), ("test.sh", "--preset"), ("test.sh", "--jobs", "0"),
            ("test.sh", "--preset", "release"), ("demo.sh", "x"), ("scripts/test-matrix.sh", "x"),
            ("scripts/prepare-preset.sh", "x"), ("scripts/fetch-debian-source.sh", "x"),
        )  # fmt: skip
        for script, *arguments in wrong:
            self.assertEqual(2, self.outcome(ROOT / script, *arguments)[0], (script, arguments))

    def test_know_every_preset(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["testPresets"]
        names = {preset["name"] for preset in presets if not preset.get("hidden")}
        for file in ("test.sh", "scripts/prepare-preset.sh", "CONTRIBUTING.md"):
            words = set(re.findall(r"[\w-]+", (ROOT / file).read_text(encoding="utf-8")))
            self.assertEqual(set(), names - words, file)
        matrix = (ROOT / "scripts" / "test-matrix.sh").read_text(encoding="utf-8")
        in_groups = set(re.findall(r"[\w-]+", " ".join(re.findall(r"^\w+=\(([^)]+)\)$", matrix, re.M))))
        self.assertEqual(names - {"dev", "debug"}, in_groups)


class Demo(unittest.TestCase):
    def test_says_what_it_does_and_where_to_watch_it(self):
        with tempfile.TemporaryDirectory(prefix="carpool demo ") as directory:
            place = pathlib.Path(directory)
            (place / "bin").mkdir()
            machine = Machine(place / "bin")
            for tool in ("dirname", "mkdir", "nproc", "find"):
                (place / "bin" / tool).symlink_to(shutil.which(tool))
            # Configures and installs, but cannot compile.
            machine.add("cmake", '#!/usr/bin/env bash\necho "cmake version 3.25.1"\n[ "$1" != --build ]\n')
            shutil.copytree(ROOT / "scripts", place / "scripts")
            shutil.copy(ROOT / "demo.sh", place)
            done = subprocess.run([place / "demo.sh"], env={"PATH": str(place / "bin"), "MISSING": ""}, text=True,
                                  capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
            log = place / "build/demo/build.log"
            self.assertEqual(3, done.returncode, done.stdout + done.stderr)
            said = done.stdout.splitlines()
            watch = "tail -f " + str(log).replace(" ", "\\ ")
            self.assertIn(f"   A few minutes the first time. To watch it, in another terminal: {watch}", said)
            self.assertIn("   configuring ...", said)
            self.assertTrue(said[-1].startswith("   compiling and linking"), said)
            self.assertIn(f"the whole log: {log}", done.stderr)
            self.assertTrue(log.exists())


if __name__ == "__main__":
    unittest.main()
