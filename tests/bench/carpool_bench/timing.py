"""Wall times of whole processes, in interleaved pairs."""

import os
import shutil
import signal
import statistics
import subprocess
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """What is timed: an argument list, run in a folder, its output thrown away."""

    arguments: tuple[str, ...]
    folder: str = "."
    environment: tuple[tuple[str, str], ...] = ()
    exit_codes: tuple[int, ...] = (0,)


# "wall": what a user waits for, what the budget means. "cpu": processor time of the process and all
# it waited for, which a machine that is busy with other work leaves nearly as it is.
clock = "wall"


def seconds(command: Command) -> float:
    """Runs the command and gives its time. Exits other than the expected ones are an error."""
    program = shutil.which(command.arguments[0]) or command.arguments[0]
    environment = {**os.environ, **dict(command.environment)}
    # posix_spawn with a bare wait: subprocess adds a millisecond of Python on top of what is timed.
    discard = [
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    before = os.getcwd()
    os.chdir(command.folder)
    try:
        begin = time.perf_counter()
        process = os.posix_spawn(program, command.arguments, environment, file_actions=discard)
        _, status, usage = os.wait4(process, 0)
        taken = time.perf_counter() - begin
    finally:
        os.chdir(before)
    code = os.waitstatus_to_exitcode(status)
    if code not in command.exit_codes:
        raise RuntimeError(f"{' '.join(command.arguments)} ended with {code}")
    return taken if clock == "wall" else usage.ru_utime + usage.ru_stime


@dataclass(frozen=True)
class Pairs:
    """Times of two commands that ran next to each other, pair by pair."""

    first: tuple[float, ...]
    second: tuple[float, ...]

    def ratio(self) -> float:
        """Median of first/second."""
        return statistics.median(a / b for a, b in zip(self.first, self.second))

    def difference(self) -> float:
        """Median of first-second, in seconds."""
        return statistics.median(a - b for a, b in zip(self.first, self.second))


def interleaved(first: Command, second: Command, pairs: int) -> Pairs:
    """Times both in the order first second second first ... after one discarded run of each."""
    seconds(first)
    seconds(second)
    times: dict[int, list[float]] = {0: [], 1: []}
    for pair in range(pairs):
        for side in (0, 1) if pair % 2 == 0 else (1, 0):
            times[side].append(seconds((first, second)[side]))
    return Pairs(tuple(times[0]), tuple(times[1]))


def peak_memory_bytes(command: Command) -> int:
    """The largest resident size of the process itself, its children left out.

    getrusage() would take in the children that were waited for, so the kernel's high-water mark
    is read while the process runs.
    """
    process = subprocess.Popen(
        command.arguments, cwd=command.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    peak = 0
    try:
        while process.poll() is None:
            peak = max(peak, _high_water_mark(process.pid))
            time.sleep(0.005)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.wait()
    if process.returncode not in command.exit_codes:
        raise RuntimeError(f"{' '.join(command.arguments)} ended with {process.returncode}")
    return peak


@dataclass(frozen=True)
class Watched:
    """What one process did, its children left out. Times in seconds."""

    wall: float
    processor: float
    descriptors_first_half: int  # the most that were open
    descriptors_second_half: int


def watched(command: Command) -> Watched:
    """Runs the command and looks at the process itself every few milliseconds."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        command.arguments, cwd=command.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    opened: list[int] = []
    # A process that has ended keeps its times until it is waited for.
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        try:
            opened.append(len(os.listdir(f"/proc/{process.pid}/fd")))
        except OSError:
            pass
        time.sleep(0.005)
    wall = time.perf_counter() - begin
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    processor = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    if process.wait() not in command.exit_codes:
        raise RuntimeError(f"{' '.join(command.arguments)} ended with {process.returncode}")
    half = len(opened) // 2
    return Watched(wall, processor, max(opened[:half], default=0), max(opened[half:], default=0))


def _high_water_mark(process: int) -> int:
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
