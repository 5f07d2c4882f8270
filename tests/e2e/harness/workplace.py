"""One run's own surroundings: directories, environment, and what it may not leave behind."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import uuid

# Long enough for a killed process to disappear on a busy machine.
SECONDS_TO_VANISH = 10


class Outcome:
    """What a command that has ended said and returned."""

    def __init__(self, process_id, exit_code, stdout, stderr, peak_kib):
        self.process_id = process_id
        self.exit_code = exit_code  # minus the signal's number, None for one that had to be killed
        self.stdout = stdout
        self.stderr = stderr
        self.peak_kib = peak_kib  # resident memory of the command or the largest of its children

    def describe(self):
        return (
            f"exit code {self.exit_code}\n"
            f"--- stdout\n{shorten(self.stdout)}\n--- stderr\n{shorten(self.stderr)}"
        )


def shorten(text, most=6000):
    if len(text) <= most:
        return text
    return f"{text[:most // 2]}\n[... {len(text) - most} characters ...]\n{text[-most // 2:]}"


class Workplace:
    """Directories and a marked environment for one run.

    Every process started in it carries a unique variable, by which processes that outlive the run
    are found, whatever group, session or parent they have. Leaving the context kills those and
    removes the directories.
    """

    def __init__(self, name):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix=f"e2e-{name}-"))
        self.temporary = self.root / "tmp"
        self.scratch = self.root / "scratch"
        self.results = self.root / "results"
        for directory in (self.temporary, self.scratch):
            directory.mkdir()
        self.marker = f"CARPOOL_E2E_MARKER={uuid.uuid4()}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process_id in self.marked_processes():
            kill(process_id)
        shutil.rmtree(self.root, ignore_errors=True)

    def environment(self, **more):
        environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("CARPOOL_", "CTEST_", "GTEST_", "VICTIM_"))
        }
        key, value = self.marker.split("=")
        environment.update(
            {
                key: value,
                "TMPDIR": str(self.temporary),
                "VICTIM_SCRATCH": str(self.scratch),
                "NO_COLOR": "1",
            }
        )
        environment.update(more)
        return environment

    def start(self, command, directory=None, **more):
        """Starts a command with its output in files, so that nobody who holds a pipe holds us."""
        stdout = open(self.root / "stdout", "wb")
        stderr = open(self.root / "stderr", "wb")
        with stdout, stderr:
            return subprocess.Popen(
                [str(argument) for argument in command],
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                cwd=directory or self.root,
                env=self.environment(**more),
                start_new_session=True,
            )

    def wait(self, process, seconds):
        """The outcome of a started command. One that does not end in time is killed."""
        deadline = time.monotonic() + seconds
        in_time = True
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            if in_time and time.monotonic() > deadline:
                in_time = False
                process.kill()
            time.sleep(0.01)
        process.returncode = os.waitstatus_to_exitcode(status)  # so that Popen knows
        return Outcome(
            process.pid,
            process.returncode if in_time else None,
            self.read("stdout"),
            self.read("stderr"),
            usage.ru_maxrss,
        )

    def read(self, name):
        return (self.root / name).read_bytes().decode("utf-8", "replace")

    def await_file(self, name, process, seconds=60):
        """Waits until a victim has left a file in its scratch folder; false if it never does."""
        deadline = time.monotonic() + seconds
        while not (self.scratch / name).exists():
            if process.poll() is not None or time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True

    def run(self, command, seconds, directory=None, **more):
        return self.wait(self.start(command, directory, **more), seconds)

    def marked_processes(self):
        return [pid for pid in all_processes() if self.marker.encode() in environment_of(pid)]

    def survivors(self, groups=()):
        """Processes of this run, or in one of its process groups, that do not go away."""
        deadline = time.monotonic() + SECONDS_TO_VANISH
        while True:
            left = set(self.marked_processes()) | set(members_of(groups))
            if not left or time.monotonic() > deadline:
                return [f"{pid} {command_line_of(pid)}" for pid in sorted(left)]
            time.sleep(0.02)

    def left_files(self):
        return sorted(str(path.relative_to(self.temporary)) for path in self.temporary.rglob("*"))


def all_processes():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def environment_of(process_id):
    return read_of(process_id, "environ")


def command_line_of(process_id):
    return read_of(process_id, "cmdline").replace(b"\0", b" ").decode("utf-8", "replace").strip()


def read_of(process_id, name):
    try:
        return pathlib.Path(f"/proc/{process_id}/{name}").read_bytes()
    except OSError:  # it has ended, or ends just now
        return b""


def members_of(groups):
    """Living processes whose process group or session is one of `groups`."""
    found = []
    for process_id in all_processes():
        fields = read_of(process_id, "stat").rpartition(b")")[2].split()
        if len(fields) < 4 or fields[0] in (b"Z", b"X"):
            continue
        if int(fields[2]) in groups or int(fields[3]) in groups:
            found.append(process_id)
    return found


def kill(process_id):
    try:
        os.kill(process_id, signal.SIGKILL)
    except ProcessLookupError:
        pass


def stop(process_id, seconds=60):
    """Stops all threads of a process and waits for that: one may be at work when the signal is sent."""
    os.kill(process_id, signal.SIGSTOP)
    deadline = time.monotonic() + seconds
    while True:
        threads = pathlib.Path(f"/proc/{process_id}/task").iterdir()
        stats = [read_of(process_id, f"task/{thread.name}/stat") for thread in threads]
        if all(stat.rpartition(b")")[2].split()[:1] == [b"T"] for stat in stats):
            return
        if time.monotonic() > deadline:
            raise OSError(f"process {process_id} does not stop: {stats}")
        time.sleep(0.005)
