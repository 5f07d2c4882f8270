"""What the figures were measured on."""

import datetime
import os
import platform
import subprocess


def _first_match(file: str, key: str) -> str:
    try:
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                if line.startswith(key):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return "unknown"


def _tool(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return f"no {command[0]}"


def description(carpool: str) -> str:
    """Machine, system, tools and load, as a Markdown list."""
    load = ", ".join(f"{figure:.1f}" for figure in os.getloadavg())
    now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    memory = _first_match("/proc/meminfo", "MemTotal").split()
    gigabytes = f"{int(memory[0]) / 1024**2:.1f} GiB" if memory[0].isdigit() else "unknown"
    return "\n".join(
        [
            f"- {now}, load average {load} (1, 5, 15 minutes)",
            f"- {len(os.sched_getaffinity(0))} cores, {_first_match('/proc/cpuinfo', 'model name')}, {gigabytes}",
            f"- {platform.system()} {platform.release()} {platform.machine()}",
            f"- {_tool('cmake', '--version')}, {_tool('c++', '--version')}",
            f"- {_tool(carpool, '--version')}",
        ]
    )
